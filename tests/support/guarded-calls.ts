import { apiRoutes } from '@belfry/api/composition/routes';
import type { RouteSpec } from '@belfry/api/http/routes/route';
import { CALLS_OF_EVERY_KEY, SCOPE_CALLS } from '@belfry/schemas/http/api-keys/scopes';
import type { Scope } from '@belfry/schemas/domain/scopes';
import type { HttpClient } from './http-client.ts';
import type { MatrixActor } from './rights-matrix.ts';
import { until } from './until.ts';

/** Calls for people, administrators and devices. Whom the others concern follows from a secret or token and not from a role. */
const GUARDED = new Set(['signed-in', 'admin', 'root', 'device-or-admin', 'device-or-signed-in']);
const GUARDED_ROUTES: readonly RouteSpec[] = apiRoutes
  .map(({ spec }) => spec)
  .filter(({ access }) => GUARDED.has(access));

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const OF_EVERY_KEY = new Set(CALLS_OF_EVERY_KEY.map(nameOf));
const SCOPES_OF = new Map<string, Set<Scope>>();
for (const [scope, calls] of Object.entries(SCOPE_CALLS) as [Scope, readonly { method: string; path: string }[]][])
  for (const call of calls) SCOPES_OF.set(nameOf(call), (SCOPES_OF.get(nameOf(call)) ?? new Set()).add(scope));

async function statusOf(url: string, init: RequestInit): Promise<number> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** The status with which a call is refused before its input is read; undefined where the actor comes further. */
function refusalOf({ caller, role, scopes }: MatrixActor, spec: RouteSpec): 401 | 403 | undefined {
  if (caller === null) return 401;
  const name = nameOf(spec);
  if (spec.access === 'root' && role !== 'root') return 403;
  if (spec.access.endsWith('admin') && role === undefined) return 403;
  if (!scopes || OF_EVERY_KEY.has(name)) return undefined;
  return scopes.some((scope) => SCOPES_OF.get(name)?.has(scope)) ? undefined : 403;
}

/**
 * Makes every call of the api, without input, as every actor to whom it is not open. Calls that come further are not made here: some change
 * something without any input.
 * @param extent which of the keys to whom a call is not open make it: the next call is made by the next key, or by all
 * @returns the number of calls, and the wrong answers as texts
 */
export async function findOpenCalls(
  api: Pick<HttpClient, 'url'>,
  actors: readonly MatrixActor[],
  extent: 'every key' | 'one key',
): Promise<{ routes: number; calls: number; wrong: string[] }> {
  const wrong: string[] = [];
  let calls = 0;
  for (const [routeAt, spec] of GUARDED_ROUTES.entries()) {
    const refused = actors.filter((actor) => refusalOf(actor, spec) !== undefined);
    const keys = refused.filter(({ scopes }) => scopes);
    const callers = refused.filter(
      (actor) => extent === 'every key' || !actor.scopes || actor === keys[routeAt % keys.length],
    );
    const url = `${api.url}/api${spec.path.replaceAll(/\{\w+\}/g, '1')}`;
    await Promise.all(
      callers.map(async (actor) => {
        const expected = refusalOf(actor, spec);
        calls += 1;
        const key = actor.caller?.key;
        const init = {
          method: spec.method.toUpperCase(),
          ...(key !== undefined && { headers: { authorization: key } }),
        };
        // A key is answered 60 times a second.
        const status = await until(
          'the key is answered',
          () => statusOf(url, init),
          (found) => found !== 429,
        );
        if (status !== expected) wrong.push(`${actor.name}: ${nameOf(spec)} answered ${status}`);
      }),
    );
  }
  return { routes: GUARDED_ROUTES.length, calls, wrong };
}
