"""Asks a language model for text: an OpenAI-compatible endpoint, or a command."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import time
import urllib.error
import urllib.request
from typing import Any, NamedTuple, Protocol

from ludarium.core.errors import LudariumError

RETRIES = 3
RETRY_WAIT_S = 2.0
Message = dict[str, str]


class ModelFailed(LudariumError):
    """The model cannot be asked: no connection, a refused key, an answer without text."""


class ModelAnswer(NamedTuple):
    """An answer with its tokens; a command has none."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0


class LanguageModel(Protocol):
    """Answers a conversation."""

    name: str  # tells models apart in a file of results

    def ask(self, messages: list[Message]) -> ModelAnswer:
        """Return the next message; raises ModelFailed."""


class EndpointModel:
    """A model behind `POST <endpoint>/chat/completions`."""

    def __init__(
        self,
        endpoint: str,
        model: str,
        key_variable: str = "OPENAI_API_KEY",
        temperature: float = 0.0,
        timeout_s: float = 120.0,
    ) -> None:
        if not endpoint.startswith(("http://", "https://")):
            raise ModelFailed("bad_endpoint", "An endpoint begins with http:// or https://.")
        self.url = endpoint.rstrip("/") + "/chat/completions"
        self.model = model
        self.name = f"{model} at {endpoint}"
        self.key = os.environ.get(key_variable, "")
        self.temperature = temperature
        self.timeout_s = timeout_s

    def ask(self, messages: list[Message]) -> ModelAnswer:
        """Ask the endpoint; a busy one is asked again after a while."""
        body = {"model": self.model, "messages": messages, "temperature": self.temperature}
        for attempt in range(RETRIES):
            try:
                return self._read_answer(self._post(body))
            except urllib.error.HTTPError as error:
                busy = error.code == 429 or error.code >= 500
                if not busy or attempt + 1 == RETRIES:
                    raise ModelFailed(
                        "model_refused", f"The endpoint answered with status {error.code}."
                    ) from error
            except (OSError, ValueError) as error:
                if attempt + 1 == RETRIES:
                    raise ModelFailed(
                        "model_unreachable", "The endpoint did not answer in time or in JSON."
                    ) from error
            time.sleep(RETRY_WAIT_S * attempt)
        raise AssertionError

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
            return json.load(answer)

    @staticmethod
    def _read_answer(value: Any) -> ModelAnswer:
        try:
            text = value["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise ModelFailed("bad_answer", "The endpoint's answer has no message.") from error
        usage = value.get("usage") or {}
        tokens = (usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0))
        return ModelAnswer(str(text or ""), *(int(number or 0) for number in tokens))


class CommandModel:
    """A command that reads the conversation as JSON from stdin and prints the next message."""

    def __init__(self, command: str, timeout_s: float = 120.0) -> None:
        self.command = shlex.split(command)
        self.name = command
        self.timeout_s = timeout_s

    def ask(self, messages: list[Message]) -> ModelAnswer:
        """Run the command once."""
        try:
            done = subprocess.run(
                self.command,
                input=json.dumps(messages),
                capture_output=True,
                text=True,
                timeout=self.timeout_s,
                check=True,
            )
        except subprocess.CalledProcessError as error:
            told = (error.stderr.strip().splitlines() or ["it wrote no error"])[-1]
            message = f"The command ended with status {error.returncode}: {told}"
            raise ModelFailed("model_unreachable", message) from error
        except (OSError, subprocess.SubprocessError) as error:
            raise ModelFailed(
                "model_unreachable", "The command cannot be run or did not end in time."
            ) from error
        return ModelAnswer(done.stdout)
