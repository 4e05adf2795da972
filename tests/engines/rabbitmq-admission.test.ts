import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@belfry/infra/local/paths';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The rules of `infra/engines/rabbitmq/belfry_admission.erl`, in the virtual machine of RabbitMQ without RabbitMQ. */
const CASES = [
  'as many devices connect as there are turns, and the first of the others when one has its filters',
  'a device that has a turn no more waits for the next one before it subscribes',
  'the turn of a device whose connection ends while it subscribes ends',
  'a device that subscribes to nothing loses its turn',
  'a device that connects once more while it waits has one place only',
  'a device is busy at once when 2,000 wait',
  'no device gets a turn soon after the loss of a node',
  'a device that has waited for too long is busy, or subscribes without a turn',
];

let folder: string;
let held: string[];
let errors: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-admission-'));
  const modules = [
    join(ROOT, 'infra/engines/rabbitmq/belfry_admission.erl'),
    join(import.meta.dirname, 'admission_cases.erl'),
  ];
  const run = (program: string, args: string[]) => spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  expect(run('erlc', modules)).toMatchObject({ status: 0 });
  const { stdout, stderr } = run('erl', [
    '-noshell',
    '-eval',
    'try admission_cases:run() catch _:E -> io:put_chars(standard_error, io_lib:format("~p", [E])), halt(1) end.',
  ]);
  held = stdout.trimEnd().split('\n');
  errors = stderr;
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(CASES)('%s', (name) => {
  expect(held, errors).toContain(name);
});
