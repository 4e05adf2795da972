import type { RouteSpec } from '@belfry/api/http/routes/route';
import { CALLERS, valuesOf, type Caller } from './calls.ts';
import type { Call, Input, Inputs, Organisation, Tools } from './inputs/input.ts';
import { largestInput } from './largest-input.ts';
import type { Probe } from './probe-client.ts';
import type { Cost } from './probe.ts';

export const SPAN_MAX_MS = 50;
export const CPU_MAX_MS = 2_000;
/** A call above a limit is made again, because garbage collection and timers count as well; the cheapest one counts. */
const ATTEMPTS = 3;
/** The api rests for so long before a call is over: programmes are compiled by a job that is looked for twice a second. */
const REST_MS = { read: 150, change: 1_500 };

/** What a call answered and cost. `error`: of a refusal, or of an input that could not be made. */
export type Result = Cost & {
  route: string;
  status: number;
  bytes: number;
  error: string | null;
  /** Why it can only be refused. */
  refused: string | null;
};

export const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;

/** The share of its limits that a call needs; more than 1 is above them. */
export const shareOf = ({ cpuMs, spanMs }: Cost): number => Math.max(cpuMs / CPU_MAX_MS, spanMs / SPAN_MAX_MS);

/** Neither accepted nor refused for a known reason. */
export const isUnexpected = ({ status, refused }: Result): boolean =>
  status === 0 || (refused === null ? status >= 400 : status < 400);

/** `isMade`: the api is called to make the input. */
export type PreparedCall = { makeInput: () => Promise<Input>; isMade: boolean };

/** The inputs of a route: its own ones, each completed with the largest values that the schemas accept. */
export function callsOf(spec: RouteSpec, inputs: Inputs, { of }: Tools): PreparedCall[] {
  const values = valuesOf(of);
  const largest: Input = Object.fromEntries(
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = spec[part];
      return schema ? [[part, fill(largestInput(schema), values)]] : [];
    }),
  );
  const own: readonly Call[] = inputs[nameOf(spec)] ?? [{}];
  return own.map((call) => ({
    isMade: typeof call === 'function',
    makeInput: async () => {
      const input = typeof call === 'function' ? await call() : call;
      return { ...largest, ...input, params: { ...largest.params, ...input.params } };
    },
  }));
}

/** Replaces the values of known fields, at any depth. */
function fill(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name in values ? values[name] : fill(part, values)]),
  );
}

/** Makes an input and calls with it, several times while the cost is above a limit. */
export async function measureCall(
  spec: RouteSpec,
  { makeInput, isMade }: PreparedCall,
  { api, of }: Tools,
  probe: Probe,
): Promise<Result> {
  const route = nameOf(spec);
  const key = keyOf(spec, of);
  let best: Result | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let answer = { status: 0, bytes: 0, error: null as string | null, refused: null as string | null };
    let input: Input | null = null;
    // What making the input sets off is over when the call begins.
    await probe.measure(
      async () => {
        input = await makeInput().catch((error: unknown) => {
          answer.error = String(error);
          return null;
        });
      },
      isMade ? REST_MS.change : REST_MS.read,
    );
    const cost = await probe.measure(
      async () => {
        if (input) answer = { ...(await call(api.url, spec, input, key)), refused: input.refused ?? null };
      },
      spec.method === 'get' ? REST_MS.read : REST_MS.change,
    );
    const result = { route, ...answer, ...cost };
    // A repeated call may have less to do, so its status must be that of the first one.
    if (best === undefined || (result.status === best.status && shareOf(result) < shareOf(best))) best = result;
    if (shareOf(best) <= 1) break;
  }
  if (!best) throw new Error(`${route} was not called`);
  return best;
}

async function call(url: string, spec: RouteSpec, input: Input, key: string) {
  const { params = {}, query = {}, body, authorization = key, headers = {} } = input;
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
  const response = await fetch(`${url}/api${path}?${search}`, {
    method: spec.method.toUpperCase(),
    // Identity providers are no calls of ours.
    redirect: 'manual',
    headers: {
      ...headers,
      ...(authorization && { authorization }),
      ...(body !== undefined && {
        'content-type': isJson ? 'application/json' : (spec.bodyType ?? 'application/octet-stream'),
      }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    bytes: bytes.length,
    error: response.status < 400 ? null : bytes.subarray(0, 300).toString(),
  };
}

function keyOf(spec: RouteSpec, organisation: Organisation): string {
  const caller = CALLERS[nameOf(spec)] ?? callerOf(spec);
  return caller === 'nobody' ? '' : organisation[caller].key;
}

function callerOf({ access }: RouteSpec): Caller {
  if (access === 'public') return 'nobody';
  return access === 'signed-in' || access === 'device-or-signed-in' ? 'owner' : 'root';
}
