"""The worth of an option to a bot, summed up while `features` tells what the bot sees of it."""

import operator
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed, lower_getattr
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, lower_builtin, make_attribute_wrapper, models, register_model, type_callable

from brewsim.parts.compiling import in_compiled_code

NOTHING = -0.0  # what `out[feature] += value` adds to: the one number that a compiler may leave out of a sum, since -0.0 + 0.0 is 0.0


class Appraisal:
    """Stands where `features` adds to a vector: what is added to a feature is weighed and added to the total at once.

    Few features of an option are not zero, so this is less work than to fill, multiply and clear a vector.
    """

    def __init__(self, weights: np.ndarray, moment: int) -> None:
        self.weights = weights  # [moment, feature]
        self.moment = moment
        self.total = 0.0

    def __getitem__(self, feature: int) -> float:
        return NOTHING

    def __setitem__(self, feature: int, value: float) -> None:
        self.total += self.weights[self.moment, feature] * value


def weighs(out: Appraisal | np.ndarray, feature: int) -> bool:
    """Whether anybody asks for a feature: one that takes long to work out need not be for a bot that gives it no weight now."""
    return not isinstance(out, Appraisal) or bool(out.weights[out.moment, feature] != 0.0)


# The same in compiled code. The total is a local of the function that makes the appraisal, which the compiler keeps in a register.


class AppraisalType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Appraisal")


@register_model(AppraisalType)
class AppraisalModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        total = types.CPointer(types.float64)  # type: ignore[attr-defined]
        super().__init__(manager, kind, [("weights", types.float64[:, ::1]), ("moment", types.uint64), ("total", total)])


make_attribute_wrapper(AppraisalType, "weights", "weights")
make_attribute_wrapper(AppraisalType, "moment", "moment")


@type_callable(Appraisal)
def _type_of(context: Any) -> Any:
    return lambda weights, moment: AppraisalType()


@lower_builtin(Appraisal, types.Array, types.Integer)
def _make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    appraisal = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    appraisal.weights, moment = arguments
    appraisal.moment = context.cast(builder, moment, signature.args[1], types.uint64)
    appraisal.total = cgutils.alloca_once_value(builder, context.get_constant(types.float64, 0.0))
    return impl_ret_borrowed(context, builder, signature.return_type, appraisal._getvalue())  # the array has one more owner


@infer_getattr
class AppraisalAttributes(AttributeTemplate):
    key = AppraisalType

    def resolve_total(self, kind: Any) -> Any:
        return types.float64


@lower_getattr(AppraisalType, "total")
def _total(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return builder.load(_place_of_total(context, builder, kind, value))


def _place_of_total(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return cgutils.create_struct_proxy(kind)(context, builder, value=value).total


@intrinsic
def _add(typing_context: Any, out: Any, worth: Any) -> Any:
    """Add to the total."""

    def add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place_of_total(context, builder, signature.args[0], arguments[0])
        builder.store(builder.fadd(builder.load(place), arguments[1]), place)
        return context.get_dummy_value()

    return types.void(out, types.float64), add


@in_compiled_code(operator.getitem)
def _getitem(out, feature):
    return (lambda out, feature: NOTHING) if isinstance(out, AppraisalType) else None


@in_compiled_code(operator.setitem)
def _setitem(out, feature, value):
    def add(out, feature, value):
        _add(out, out.weights[out.moment, np.uint64(feature)] * value)

    return add if isinstance(out, AppraisalType) else None


@in_compiled_code(weighs)
def _weighs(out, feature):
    if isinstance(out, AppraisalType):
        return lambda out, feature: out.weights[out.moment, np.uint64(feature)] != 0.0
    return lambda out, feature: True
