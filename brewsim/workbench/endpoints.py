"""How a function becomes a route: JSON in, validated by a model; JSON out; what is wrong said by field."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from brewsim.errors import BadInput
from brewsim.reading import explain

if TYPE_CHECKING:
    from brewsim.workbench.server import Bench

Asked = TypeVar("Asked", bound=BaseModel)


class WrongFields(BadInput):
    """Something that the page sent cannot be used; `fields` says of each part why not."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__(next(iter(fields.values())))
        self.fields = fields


class NotThere(BadInput):
    """What the page asks about is not there, or not any more."""

    status = 404


class Nothing(BaseModel):
    """A request that says all by its address."""

    model_config = ConfigDict(extra="forbid")


def get(path: str, function: Callable[..., Any]) -> Route:
    """A route that answers with what `function(bench, **parts of the path)` returns, in a thread of its own."""

    async def answer(request: Request) -> Response:
        return respond(await run_in_threadpool(function, bench_of(request), **request.path_params))

    return Route(path, answer, methods=["GET"])


def post(path: str, model: type[Asked], function: Callable[..., Any]) -> Route:
    """A route that answers with what `function(bench, asked, **parts of the path)` returns, in a thread of its own."""

    async def answer(request: Request) -> Response:
        asked = read(model, await request.body())
        return respond(await run_in_threadpool(function, bench_of(request), asked, **request.path_params))

    return Route(path, answer, methods=["POST"])


def bench_of(request: Request) -> "Bench":
    """What the server works with."""
    bench: Bench = request.app.state.bench
    return bench


def respond(answer: Any) -> Response:
    """An answer as JSON, or as it is."""
    return answer if isinstance(answer, Response) else JSONResponse(answer)


def read(model: type[Asked], body: bytes) -> Asked:
    """What the page sent, validated."""
    try:
        content = json.loads(body or b"{}")
        return model.model_validate(content)
    except ValidationError as error:
        raise WrongFields({_field(error): explain(error, model.model_fields)}) from None
    except (ValueError, RecursionError):
        raise BadInput("the request is not JSON") from None


def _field(error: ValidationError) -> str:
    """The field that is wrong; of changes, the path of the change."""
    name, *inner = (str(part) for part in error.errors()[0]["loc"] or ("",))
    return inner[0] if inner and name in ("changes", "base") else name


def refuse(request: Request, error: Exception) -> Response:
    """The answer to what cannot be used."""
    return JSONResponse({"message": str(error), "fields": getattr(error, "fields", {})}, getattr(error, "status", 400))


def confess(request: Request, error: Exception) -> Response:
    """The answer where brewsim itself is at fault; the server prints where."""
    return JSONResponse({"message": f"this is a fault of brewsim: {type(error).__name__}", "fields": {}}, 500)


def page_folder() -> Path:
    """Where the page lies."""
    return Path(__file__).with_name("page")
