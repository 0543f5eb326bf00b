import { type AskedAction, otherHooks } from './asked-actions.ts';

const nameOf = (name: string): string => name.replaceAll('-', '_');

const functionOf = (name: string, about: readonly string[], body: string): string =>
  [`def ${nameOf(name)}(parameters):`, ...about.map((line) => `    # ${line}`), `    ${body}`].join('\n');

const unwritten = (name: string, about: readonly string[]): string => functionOf(name, about, `never("${name}")`);

/** Hooks for Python 3.8 or newer, without packages. */
export const pythonSkeleton = (actions: readonly AskedAction[]): string => `import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The hooks by which Selo makes your software act. Replace each never(...) with a call of your software.
# It reaches the platform at os.environ["PLATFORM_URL"], with PLATFORM_TOKEN as its bearer and PLATFORM_ACCESS_KEY in the
# header that PLATFORM_ACCESS_HEADER names.


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def never(action):
    """For what your software never does."""
    raise Refusal(501, f"{action} is not written yet")


def refuse(why):
    """For what it does and rightly refuses now, for example a coupon that has expired."""
    raise Refusal(409, why)


${actions.map(({ name, about }) => unwritten(name, about)).join('\n\n\n')}


${functionOf('idle', otherHooks.idle, 'return {}')}


${unwritten('restart', otherHooks.restart)}


${unwritten('state', otherHooks.state)}


ACTIONS = {
${actions.map(({ name }) => `    "${name}": ${nameOf(name)},`).join('\n')}
    "idle": idle,
    "restart": restart,
}


class Hooks(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        self.act({"state": state})

    def do_POST(self):
        self.act(ACTIONS)

    def act(self, actions):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        _, base, *names = self.path.split("/")
        action = actions.get(names[0]) if base == "hooks" and names else None
        if action is None:
            return self.answer(404, {"message": "there is no such hook"})
        try:
            self.answer(200, action(json.loads(text or b"{}")) or {})
        except Refusal as refusal:
            self.answer(refusal.status, {"message": str(refusal)})
        except Exception as error:
            self.answer(500, {"message": str(error)})

    def log_message(self, *arguments):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["HOOKS_PORT"])), Hooks).serve_forever()
`;
