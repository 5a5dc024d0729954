"""The folder of a run in a bucket of an object store, by obstore. Needs the extra `brewsim[s3]`.

A file is one object, written by one request: it is there whole or not at all. polars itself reads the parts from there. Who writes to a
run holds a lease: an object that only one process can make, and that it renews while it lives.
"""

import datetime
import json
import os
import platform
import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from obstore.exceptions import AlreadyExistsError, BaseError, PermissionDeniedError, PreconditionError, UnauthenticatedError
from obstore.store import S3Store

from brewsim.errors import BadInput, check_folder_name, shorten
from brewsim.files import TEMPORARY
from brewsim.folders import BUCKET, LOCK, Folder, Stamp, passing_name

DENIED = (PermissionDeniedError, UnauthenticatedError, PermissionError)
LEASE_SECONDS, RENEW_SECONDS = 60, 15  # how long a lease holds, and how often its holder renews it
ANSWER_SECONDS = 30  # for the store to answer, with what it takes to try again
# Where settings come from. Without any of the last ones there are no credentials.
PLAIN_VARIABLES = ("AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL")
KEY_VARIABLES = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
ROLE_VARIABLES = ("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI")


@dataclass(frozen=True)
class BucketFolder(Folder):
    """The objects of a bucket whose names begin with a prefix."""

    bucket: str
    prefix: str
    listed: Mapping[str, Stamp] | None = field(default=None, compare=False)  # what was seen at one glance

    def __str__(self) -> str:
        return f"{BUCKET}{self.bucket}/{self.prefix}"

    def at(self, name: str) -> str:
        """The address of an object."""
        return f"{self}/{name}"

    @property
    def reading_options(self) -> Mapping[str, Any]:
        """The settings for polars, which are also obstore's."""
        return {"storage_options": _settings(str(self)) | {"aws_allow_http": "true"}, "credential_provider": None}

    def names(self) -> list[str]:
        """What lies directly below the prefix."""
        with self._told():
            found = self._store.list_with_delimiter(self.prefix)
        return [path.rsplit("/", 1)[-1] for path in (*(meta["path"] for meta in found["objects"]), *found["common_prefixes"])]

    def read_if_changed(self, name: str, known: Stamp | None) -> tuple[Stamp | None, bytes | None]:
        """The tag that the store gives to each content, and the content."""
        if self.listed is not None and name not in self.listed:
            raise FileNotFoundError(self.at(name))
        if known is not None and known == (self.listed or {}).get(name):
            return known, None
        with self._told():
            found = self._store.get(self._path(name))
            return (found.meta["e_tag"],), bytes(found.bytes())

    def looked_at(self, names: str) -> "BucketFolder":
        """The folder with the tags of these objects, a thousand to a request."""
        with self._told():
            metas = [meta for batch in self._store.list(self._path(names)) for meta in batch]
        return replace(self, listed={meta["path"].removeprefix(f"{self.prefix}/"): (meta["e_tag"],) for meta in metas})

    def write(self, name: str, content: bytes | bytearray) -> None:
        """Write an object by one request, unless the lease of this process was lost."""
        if self in _leases:
            _leases[self].check()
        with self._told():
            self._store.put(self._path(name), bytes(content), use_multipart=False)

    def begun(self) -> AbstractContextManager[None]:
        """Hold it; there is nothing to make."""
        return self.held()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lease of this folder."""
        with Lease(self) as lease:
            _leases[self] = lease
            try:
                yield
            finally:
                del _leases[self]

    def make_room_for(self, names: Iterable[str]) -> None:
        """Remove what a kill left; objects need no folders."""
        for name in filter(TEMPORARY.fullmatch, self.names()):
            self.remove(name)

    def shared(self) -> AbstractContextManager[Folder]:
        """The folder itself: it has one address for everybody."""
        return nullcontext(self)

    def free(self) -> None:
        """Nobody knows."""

    def beside(self, name: str) -> Path:
        """A folder on this disk, beside the runs that lie there."""
        return Path("runs") / name

    def told_errors(self) -> AbstractContextManager[None]:
        """Nothing: every request says in one line what was refused."""
        return nullcontext()

    def put(self, name: str, content: bytes, mode: Any) -> str:
        """Write an object only if it is new ("create"), or only if its tag is still this one; returns its new tag."""
        with self._told():
            return str(self._store.put(self._path(name), content, mode=mode, use_multipart=False)["e_tag"])

    def look(self, name: str) -> tuple[str, datetime.datetime]:
        """The tag of an object, and when it was written by the store's own clock."""
        with self._told():
            meta = self._store.head(self._path(name))
        return str(meta["e_tag"]), meta["last_modified"]

    def remove(self, name: str) -> None:
        """Remove an object."""
        with self._told():
            self._store.delete(self._path(name))

    @property
    def _store(self) -> S3Store:
        return _open(self.bucket, tuple(_settings(str(self)).items()))

    def _path(self, name: str) -> str:
        return f"{self.prefix}/{name}"

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever the store refuses is said in one line, but for what is not there and for conditions that do not hold."""
        try:
            yield
        except (AlreadyExistsError, PreconditionError):
            raise
        except (BaseError, OSError) as error:
            endpoint = os.environ.get("AWS_ENDPOINT_URL", "Amazon")
            if "NoSuchBucket" in str(error):
                raise BadInput(f"{self}: there is no bucket '{self.bucket}' at {endpoint}; make it first, or correct its name") from None
            if isinstance(error, FileNotFoundError):
                raise
            if isinstance(error, DENIED) or re.search(r"status code: 40[13]", str(error)):  # a list is refused in general words only
                rights = "may list, read, write and delete objects there"
                raise BadInput(f"{self}: access denied; the key in {KEY_VARIABLES[0]} must be right, and {rights}") from None
            reason = shorten(re.split(r"\n|: <", str(error))[0], 200)
            raise BadInput(f"{self} cannot be reached at {endpoint}; see AWS_ENDPOINT_URL, and the network ({reason})") from None


def bucket_folder(address: str) -> BucketFolder:
    """The folder at s3://BUCKET/PREFIX."""
    bucket, *names = address.removeprefix(BUCKET).strip("/").split("/")
    if not bucket or not names:
        raise BadInput(f"{address}: name a bucket and a prefix, {BUCKET}BUCKET/PREFIX")
    for name in (bucket, *names):
        check_folder_name(address, name)
    return BucketFolder(bucket, "/".join(names))


def _settings(address: str) -> dict[str, str]:
    """The settings of the environment, as obstore and polars name them. Nobody else is asked for credentials."""
    given = {name: os.environ[name] for name in (*KEY_VARIABLES, *PLAIN_VARIABLES, *ROLE_VARIABLES) if os.environ.get(name)}
    if not given.keys() & set(ROLE_VARIABLES) and not set(KEY_VARIABLES) <= given.keys():
        where = f"no credentials for {address} on {platform.node()}"
        raise BadInput(f"{where}: set {' and '.join(KEY_VARIABLES)}, and AWS_ENDPOINT_URL if the bucket is not at Amazon")
    return {"aws_region": "us-east-1"} | {name.lower(): value for name, value in given.items()}


@cache
def _open(bucket: str, settings: tuple[tuple[str, str], ...]) -> S3Store:
    config: Any = dict(settings)
    client: Any = {"allow_http": True, "connect_timeout": "5s", "timeout": f"{ANSWER_SECONDS}s"}
    patience: Any = {"retry_timeout": datetime.timedelta(seconds=ANSWER_SECONDS), "max_retries": 5}
    return S3Store(bucket, config=config, client_options=client, retry_config=patience)


_leases: dict[BucketFolder, "Lease"] = {}  # those that this process holds


class Lease:
    """Says that this process writes to a folder. A thread renews it, until it is let go or another process has taken it."""

    def __init__(self, folder: BucketFolder) -> None:
        self.folder = folder
        self.is_lost = False
        self._tag = ""
        self._renewals = 0
        self._renewed_at = time.time()
        self._renewing = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep_renewing, daemon=True)

    def __enter__(self) -> "Lease":
        try:
            self._tag = self.folder.put(LOCK, self._content, "create")
        except AlreadyExistsError:
            self._take_over()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        with suppress(BadInput):  # out of reach: it runs out by itself
            self._renew()  # what another process has taken is not removed
            if not self.is_lost:
                self.folder.remove(LOCK)

    def check(self) -> None:
        """Refuse to go on if another process has taken over, as it may when this machine was asleep."""
        if time.time() - self._renewed_at > LEASE_SECONDS:
            self._renew()
        if self.is_lost:
            raise BadInput(f"another process has taken over {self.folder}, since this one was silent for more than {LEASE_SECONDS} seconds")

    def _take_over(self) -> None:
        """Take the lease of a process that has not renewed it for long, as one does that was killed."""
        busy = f"another process is running the experiment in {self.folder}"
        try:
            tag, renewed = self.folder.look(LOCK)
            silent = (self._now() - renewed).total_seconds()
            if silent <= LEASE_SECONDS:
                raise BadInput(f"{busy}; if that one was killed, try again in {LEASE_SECONDS - silent + 1:.0f} seconds")
            self._tag = self.folder.put(LOCK, self._content, {"e_tag": tag})
        except (FileNotFoundError, PreconditionError):  # it has just ended, or yet another process was faster
            raise BadInput(busy) from None

    def _now(self) -> datetime.datetime:
        """What the store's clock says, which wrote the times that this is compared with."""
        name = passing_name()
        self.folder.put(name, b"", "overwrite")
        now = self.folder.look(name)[1]
        self.folder.remove(name)
        return now

    @property
    def _content(self) -> bytes:
        """Who holds it; never twice the same, so that it never has the same tag."""
        who = {"host": platform.node(), "process": os.getpid(), "lease": id(self), "renewals": self._renewals}
        return json.dumps(who).encode()

    def _keep_renewing(self) -> None:
        while not self._ended.wait(RENEW_SECONDS):
            with suppress(BadInput):  # out of reach: tried again
                self._renew()

    def _renew(self) -> None:
        with self._renewing:
            if self.is_lost:
                return
            self._renewals += 1
            try:
                self._tag = self.folder.put(LOCK, self._content, {"e_tag": self._tag})
                self._renewed_at = time.time()
            except (PreconditionError, FileNotFoundError):
                self.is_lost = True
