import type { Scope } from '@belfry/schemas/domain/scopes';
import { CALLS_OF_EVERY_KEY, SCOPE_CALLS } from '@belfry/schemas/http/api-keys/scopes';
import type { Endpoint } from '@belfry/schemas/http/endpoint';

type Call = Pick<Endpoint, 'method' | 'path'>;
const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

const ofEveryKey = new Set(CALLS_OF_EVERY_KEY.map(nameOf));
const byCall = new Map<string, Set<Scope>>();
for (const [scope, calls] of Object.entries(SCOPE_CALLS) as [Scope, readonly Endpoint[]][])
  for (const call of calls) byCall.set(nameOf(call), (byCall.get(nameOf(call)) ?? new Set()).add(scope));

/** The scopes of which a key of a program needs one for this call; empty: no key may make it. */
export const scopesOf = (call: Call): ReadonlySet<Scope> | 'every' =>
  ofEveryKey.has(nameOf(call)) ? 'every' : (byCall.get(nameOf(call)) ?? new Set());
