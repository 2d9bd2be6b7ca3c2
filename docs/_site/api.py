"""The public names of `ffn_snippets`, read from the source: the layers need torch to be imported, the site must not."""

import ast
from pathlib import Path

import ffn_snippets

PACKAGE = Path(ffn_snippets.__file__).parent


def public_names(module: str) -> dict[str, ast.stmt]:
    """Functions, classes and constants of a file, in its order."""
    path = PACKAGE / f"{module}.py"
    if not path.exists():
        raise ValueError(f"ffn_snippets has no module {module!r}")
    names = {}
    for node in ast.parse(path.read_text("utf8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = node
        elif isinstance(node, ast.Assign):
            names.update({target.id: node for target in node.targets if isinstance(target, ast.Name)})
    return {name: node for name, node in names.items() if not name.startswith("_")}


def _find(path: str) -> ast.stmt:
    module, _, name = path.partition(".")
    names = public_names(module)
    if name not in names:
        raise ValueError(f"{module} has no public name {name!r}, choose from {list(names)}")
    return names[name]


def signature(path: str) -> str:
    """Of "costs.ffn_params" or "feed_forward.FeedForward", as one writes the call: Markdown."""
    node, name = _find(path), path.split(".")[-1]
    if isinstance(node, ast.Assign):
        raise ValueError(f"{path} is no function or class")
    function = node
    if isinstance(node, ast.ClassDef):
        inits = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
        if not inits:
            raise ValueError(f"{path} has no __init__ of its own: name its fields")
        function = inits[0]
        function.args.args = function.args.args[1:]  # without self
    for argument in ast.walk(function.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return f"`{name}({ast.unparse(function.args)})`"


def fields(path: str) -> list[str]:
    """The fields of a dataclass or a NamedTuple, in its order."""
    found = [part.target.id for part in getattr(_find(path), "body", []) if isinstance(part, ast.AnnAssign)]
    if not found:
        raise ValueError(f"{path} has no fields")
    return found


def keys(path: str) -> list[str]:
    """The keys of a dict."""
    value = getattr(_find(path), "value", None)
    if not isinstance(value, ast.Dict) or not all(isinstance(key, ast.Constant) for key in value.keys):
        raise ValueError(f"{path} is no dict with written keys")
    return [key.value for key in value.keys]
