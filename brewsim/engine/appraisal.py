"""The worth of an option to a bot, summed up while `features` tells what the bot sees of it."""

import operator
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.extending import lower_builtin, make_attribute_wrapper, models, register_model, type_callable

from brewsim.parts.compiling import in_compiled_code

ZERO = np.uint64(0)
NOTHING = -0.0  # what `out[feature] += value` adds to: the one number that a compiler may leave out of a sum, since -0.0 + 0.0 is 0.0


class Appraisal:
    """Stands where `features` adds to a vector: what is added to a feature is weighed and added to the total at once.

    Few features of an option are not zero, so this is less work than to fill, multiply and clear a vector.
    """

    def __init__(self, weights: np.ndarray, moment: int, total: np.ndarray) -> None:
        self.weights = weights  # [moment, feature]
        self.moment = moment
        self.total = total  # one element

    def __getitem__(self, feature: int) -> float:
        return NOTHING

    def __setitem__(self, feature: int, value: float) -> None:
        self.total[0] += self.weights[self.moment, feature] * value


# The same in compiled code.


class AppraisalType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Appraisal")


@register_model(AppraisalType)
class AppraisalModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("weights", types.float64[:, ::1]), ("moment", types.uint64), ("total", types.float64[::1])])


make_attribute_wrapper(AppraisalType, "weights", "weights")
make_attribute_wrapper(AppraisalType, "moment", "moment")
make_attribute_wrapper(AppraisalType, "total", "total")


@type_callable(Appraisal)
def _type_of(context: Any) -> Any:
    return lambda weights, moment, total: AppraisalType()


@lower_builtin(Appraisal, types.Array, types.Integer, types.Array)
def _make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    appraisal = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    appraisal.weights, moment, appraisal.total = arguments
    appraisal.moment = context.cast(builder, moment, signature.args[1], types.uint64)
    return impl_ret_borrowed(context, builder, signature.return_type, appraisal._getvalue())  # the arrays have one more owner


@in_compiled_code(operator.getitem)
def _getitem(out, feature):
    return (lambda out, feature: NOTHING) if isinstance(out, AppraisalType) else None


@in_compiled_code(operator.setitem)
def _setitem(out, feature, value):
    def add(out, feature, value):
        out.total[ZERO] += out.weights[out.moment, np.uint64(feature)] * value

    return add if isinstance(out, AppraisalType) else None
