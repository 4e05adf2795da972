/**
 * `npm run budget [-- text]`: calls every route of the product, or those whose path contains a text, with the most expensive input
 * that it accepts, in the largest organisation that one person may have. Prints processor time of the api and its longest synchronous
 * span per call, and fails when one is above its limit.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiRoutes } from '@belfry/api/composition/routes';
import type { RouteSpec } from '@belfry/api/http/routes/route-spec';
import { launchProduct } from '../support/processes/launched-product.ts';
import { CALLERS, inputsOf, LAST, valuesOf, type Caller, type Input } from './calls.ts';
import { largestInput } from './largest-input.ts';
import { connectProbe } from './probe-client.ts';
import type { Cost } from './probe.ts';
import { createOrganisation, type Organisation } from './organisation.ts';

const SPAN_MAX_MS = 50;
const CPU_MAX_MS = 2_000;
/** A call above a limit is made again, because garbage collection and timers count as well; the cheapest one counts. */
const ATTEMPTS = 3;
const RESULTS = join(import.meta.dirname, 'RESULTS.md');

type Result = Cost & { route: string; status: number; bytes: number };

const only = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'belfry-budget-'));
const socket = join(folder, 'probe');
const probeFile = pathToFileURL(join(import.meta.dirname, 'probe.ts')).href;
const product = await launchProduct({
  NODE_OPTIONS: `--import ${probeFile}`,
  BUDGET_PROBE: socket,
  RATE_LIMIT_SCALE: '100000',
  LOG_LEVEL: 'warn',
});
const results: Result[] = [];
try {
  const organisation = await createOrganisation(product);
  const probe = await connectProbe(socket);
  await probe.measure(async () => {});
  for (const spec of inOrder(apiRoutes.map(({ spec }) => spec))) {
    if (!spec.path.includes(only)) continue;
    for (const input of inputsFor(spec, organisation)) {
      const result = await measure(spec, input, organisation, probe.measure);
      results.push(result);
      process.stdout.write(`${lineOf(result)}\n`);
    }
  }
  probe.close();
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
const above = results.filter(isAbove);
report();
process.exit(above.length > 0 ? 1 : 0);

function inOrder(specs: RouteSpec[]): RouteSpec[] {
  const rank = (spec: RouteSpec): number => LAST.indexOf(nameOf(spec));
  // Objects are deleted after everything that needs them.
  const isDeletion = ({ method }: RouteSpec): number => Number(method === 'delete');
  return specs.toSorted((a, b) => rank(a) - rank(b) || isDeletion(a) - isDeletion(b));
}

function inputsFor(spec: RouteSpec, organisation: Organisation): Input[] {
  const values = valuesOf(organisation);
  const largest: Input = Object.fromEntries(
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = spec[part];
      return schema ? [[part, fill(largestInput(schema), values)]] : [];
    }),
  );
  const own = inputsOf(organisation)[nameOf(spec)] ?? [{}];
  return own.map((input) =>
    Object.assign({}, largest, input, { params: Object.assign({}, largest.params, input.params) }),
  );
}

/** Replaces the values of known fields, at any depth. */
function fill(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name in values ? values[name] : fill(part, values)]),
  );
}

async function measure(
  spec: RouteSpec,
  input: Input,
  organisation: Organisation,
  measured: (work: () => Promise<void>) => Promise<Cost>,
): Promise<Result> {
  const route = nameOf(spec);
  const caller = CALLERS[route] ?? callerOf(spec);
  const key = caller === 'nobody' ? '' : organisation[caller].key;
  let best: Result | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let answer = { status: 0, bytes: 0 };
    const cost = await measured(async () => {
      answer = await call(spec, input, key);
    });
    // A repeated call may have less to do, so its status must be that of the first one.
    if (best === undefined || (answer.status === best.status && cost.spanMs < best.spanMs))
      best = { route, ...answer, ...cost };
    if (!isAbove(best)) break;
  }
  if (!best) throw new Error(`${route} was not called`);
  return best;
}

async function call(spec: RouteSpec, { params = {}, query = {}, body }: Input, key: string) {
  const path = Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    spec.path as string,
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
  const isJson = spec.bodyType === undefined && !spec.upload;
  const response = await fetch(`${product.url}/api${path}?${search}`, {
    method: spec.method.toUpperCase(),
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && {
        'content-type': isJson ? 'application/json' : (spec.bodyType ?? 'application/octet-stream'),
      }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  });
  const { byteLength } = await response.arrayBuffer();
  return { status: response.status, bytes: byteLength };
}

function callerOf({ access }: RouteSpec): Caller {
  if (access === 'public') return 'nobody';
  return access === 'signed-in' || access === 'device-or-signed-in' ? 'owner' : 'root';
}

function nameOf({ method, path }: RouteSpec): string {
  return `${method} ${path}`;
}

function isAbove({ cpuMs, spanMs }: Cost): boolean {
  return cpuMs > CPU_MAX_MS || spanMs > SPAN_MAX_MS;
}

function lineOf({ route, status, bytes, cpuMs, spanMs, ...cost }: Result): string {
  const cells = [
    route.padEnd(56),
    status,
    `${bytes} B`.padStart(11),
    `${cpuMs.toFixed(0)} ms`.padStart(9),
    `${spanMs.toFixed(1)} ms`.padStart(10),
  ];
  return `${cells.join('  ')}${isAbove({ cpuMs, spanMs, ...cost }) ? '  ABOVE ITS LIMIT' : ''}`;
}

function report(): void {
  const accepted = results.filter(({ status }) => status < 400);
  const summary = `${results.length} calls, ${accepted.length} accepted; ${above.length} above ${SPAN_MAX_MS} ms of a span or ${CPU_MAX_MS} ms of processor time.`;
  process.stdout.write(`\n${summary}\n`);
  if (only !== '') return;
  const rows = results
    .toSorted((a, b) => b.spanMs - a.spanMs)
    .map(
      ({ route, status, bytes, cpuMs, spanMs }) =>
        `| \`${route}\` | ${status} | ${bytes} | ${cpuMs.toFixed(0)} | ${spanMs.toFixed(1)} |`,
    );
  const head =
    '# The cost of calls\n\nMade by `npm run budget`. Processor time is that of the whole api until it rests again; a span is work of its main thread without a pause.\n';
  const table = [
    '| route | status | bytes | processor ms | longest span ms |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  writeFileSync(RESULTS, `${head}\n${summary}\n\n${table}\n`);
}
