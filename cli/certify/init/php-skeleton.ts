import { type AskedAction, otherHooks } from './asked-actions.ts';

const entryOf = (name: string, about: readonly string[], body: string): string =>
  [...about.map((line) => `    // ${line}`), `    '${name}' => fn (array $parameters) => ${body},`].join('\n');

const unwritten = (name: string, about: readonly string[]): string => entryOf(name, about, `never('${name}')`);

/** Hooks for PHP 8.1 or newer and its built-in server. */
export const phpSkeleton = (actions: readonly AskedAction[]): string => `<?php

// The hooks by which Selo makes your software act. Replace each never(...) with a call of your software.
// It reaches the platform at getenv('PLATFORM_URL'), with PLATFORM_TOKEN as its bearer and PLATFORM_ACCESS_KEY in the
// header that PLATFORM_ACCESS_HEADER names.

class Refusal extends Exception
{
}

/** For what your software never does. */
function never(string $action)
{
    throw new Refusal("$action is not written yet", 501);
}

/** For what it does and rightly refuses now, for example a coupon that has expired. */
function refuse(string $why)
{
    throw new Refusal($why, 409);
}

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode((object) $body);
}

$actions = [
${actions.map(({ name, about }) => unwritten(name, about)).join('\n\n')}

${entryOf('idle', otherHooks.idle, '[]')}

${unwritten('restart', otherHooks.restart)}

${unwritten('state', otherHooks.state)}
];

$parts = explode('/', parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$name = $parts[2] ?? '';
$method = $name === 'state' ? 'GET' : 'POST';
if (($parts[1] ?? '') !== 'hooks' || $_SERVER['REQUEST_METHOD'] !== $method || !isset($actions[$name])) {
    answer(404, ['message' => 'there is no such hook']);
    return;
}
try {
    $parameters = json_decode(file_get_contents('php://input') ?: '{}', true) ?? [];
    answer(200, $actions[$name]($parameters));
} catch (Refusal $refusal) {
    answer($refusal->getCode(), ['message' => $refusal->getMessage()]);
} catch (Throwable $error) {
    answer(500, ['message' => $error->getMessage()]);
}
`;
