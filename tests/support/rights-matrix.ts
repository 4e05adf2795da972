import { ALL_RIGHTS, covers, hasRight, maskOf, type Right, type RightsMask } from '@belfry/schemas/domain/rights';
import { type Scope, SCOPE_RIGHTS } from '@belfry/schemas/domain/scopes';
import { SCOPE_CALLS } from '@belfry/schemas/http/api-keys/scopes';
import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import type { HttpClient } from './http-client.ts';
import { until } from './until.ts';

/** What a call of the matrix is about, by its ids: the tree of one shop, or of the main company. */
export type MatrixPlace = {
  name: string;
  company_id: number;
  /** An element below it that has a child. */
  inner: number;
  /** The node of a device below that. */
  node: number;
  serial: string;
  group: number;
};

type Input = (place: MatrixPlace) => Record<string, unknown>;
const company: Input = ({ company_id }) => ({ company_id });
const device: Input = ({ serial }) => ({ serial });
const speech: Input = ({ company_id }) => ({ text: 'Attention', targets: { nodes: [company_id] } });

/**
 * The input of each call that names a node, a device or a group. Whoever may make it gets an answer that changes nothing that the
 * others need: a conflict, or the same value again.
 */
export const MATRIX_INPUTS: Readonly<Record<string, Input>> = {
  'post /company/tree': company,
  'post /company/info': company,
  'get /company/effective/{company_id}': company,
  'get /company/responsible/{company_id}': company,
  'put /company/responsible/{company_id}': ({ company_id }) => ({ company_id, people: [] }),
  'get /companies/map': company,
  'get /companies/{company_id}/plan': company,
  'put /companies/{company_id}/plan': company,
  'delete /companies/{company_id}/plan': company,
  'put /companies/{company_id}/plan/devices': ({ company_id }) => ({ company_id, revision: 0, devices: [] }),
  'post /company/add': ({ node }) => ({ name: 'Below a device', parent_company_id: node }),
  'put /company': ({ company_id }) => ({ company_id, type: 'Device' }),
  'put /company/move': ({ node, inner }) => ({ company_id: node, parent_company_id: inner }),
  'delete /company/delete': ({ inner }) => ({ company_id: inner }),
  'get /devices/info/{device}': ({ serial }) => ({ device: serial }),
  'get /rpi/devices/config/{serial}': device,
  'post /rpi/devices/config/{serial}': ({ serial }) => ({ serial, reboot_at_night: true, revision: 999 }),
  'get /devices/{serial}/timeline': device,
  'get /devices/{serial}/sound-tests': device,
  'get /network-speakers': company,
  'get /network-speakers/senders': company,
  'post /devices/bind/company/serial': ({ serial, node }) => ({ serial, company_id: node }),
  'post /rpi/devices/send/commands/{serial}': ({ serial }) => ({ serial, command: 'reboot' }),
  'post /rpi/devices/send/command/{serial}': ({ serial }) => ({ serial, command: 'reboot' }),
  'get /rpi/devices/commands/{serial}': device,
  'get /metrics/device/{serial}': device,
  'get /metrics/device/{serial}/stats': device,
  'get /metrics/device/{serial}/series': device,
  'get /devices/{serial}/metrics/history': device,
  'get /group/list/{id}/elements': ({ group }) => ({ id: group }),
  'post /announcements/say': speech,
  'post /announcements/preview': speech,
  'get /schedules/day-programme/{company_id}': company,
  'get /schedules/bells/{company_id}': ({ company_id }) => ({ company_id, from: '2026-09-01', to: '2026-09-02' }),
  'put /schedules/bells/{company_id}/week': ({ company_id }) => ({ company_id, week: null }),
  'put /schedules/bells/{company_id}/days': ({ company_id }) => ({
    company_id,
    ranges: [{ from: '2026-09-01', to: '2026-09-01' }],
    paint: { type: 'clear' },
  }),
  'post /schedules/bells/{company_id}/ring': ({ company_id }) => ({
    company_id,
    sound: { type: 'chime', chime: 'bell' },
  }),
  'put /schedules/bells/{company_id}/skips': ({ company_id }) => ({
    company_id,
    at: `${new Date(Date.now() + 172_800_000).toISOString().slice(0, 10)}T08:00`,
    skipped: true,
  }),
  'put /schedules/bells/{company_id}/silence': ({ company_id }) => ({ company_id, until: null }),
  'get /alarms': company,
  'get /reports': ({ company_id }) => ({ company_id, month: new Date().toISOString().slice(0, 7) }),
  'get /reports.csv': ({ company_id }) => ({ company_id, month: new Date().toISOString().slice(0, 7) }),
  'get /alarm-rules': company,
  'get /alarm-rules/effective': company,
  'post /alarm-rules': ({ company_id }) => ({ company_id, kind: 'level_changed', delay_s: 60 }),
  'get /maintenance-windows': company,
  'post /maintenance-windows': ({ company_id }) => ({
    company_id,
    name: 'Works',
    starts_at: '2099-01-01T08:00',
    duration_minutes: 5,
  }),
};

export type MatrixCall = {
  name: string;
  endpoint: Endpoint;
  input: Input;
  scopes: Scope[];
  /** What people need for a call that no key may make. */
  rights?: Right[];
};

/** Calls about a node that no key may make, with the rights that people need at it. */
const PEOPLE_CALLS: readonly MatrixCall[] = (
  [
    [teamsHttp.list, 'members'],
    [teamsHttp.invitations, 'members'],
    [placesHttp.read, 'read'],
  ] as const
).map(([endpoint, right]) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
  input: company,
  scopes: [],
  rights: [right],
}));

/** The calls of the matrix, each with the scopes that contain it, from the declarations. */
export const MATRIX_CALLS: readonly MatrixCall[] = (() => {
  const calls = new Map<string, MatrixCall>();
  for (const [scope, endpoints] of Object.entries(SCOPE_CALLS) as [Scope, readonly Endpoint[]][]) {
    for (const endpoint of endpoints) {
      const name = `${endpoint.method} ${endpoint.path}`;
      const input = MATRIX_INPUTS[name];
      if (!input) continue;
      const known = calls.get(name) ?? { name, endpoint, input, scopes: [] };
      known.scopes.push(scope);
      calls.set(name, known);
    }
  }
  return [...calls.values(), ...PEOPLE_CALLS];
})();

/** Who calls. `rightsAt` is what they have at a place, by its name; `scopes` where a program calls. */
export type MatrixActor = {
  name: string;
  caller: { key?: string } | null;
  rightsAt: (place: string) => RightsMask;
  scopes?: readonly Scope[];
  /** Of an administrator. */
  role?: 'admin' | 'root';
};

/** The statuses of one call that are right. */
function allowedStatuses(actor: MatrixActor, call: MatrixCall, place: MatrixPlace): (status: number) => boolean {
  if (actor.caller === null) return (status) => status === 401;
  if (actor.scopes && !call.scopes.some((scope) => actor.scopes?.includes(scope))) return (status) => status === 403;
  const rights = actor.rightsAt(place.name);
  const scopes = actor.scopes ? call.scopes.filter((scope) => actor.scopes?.includes(scope)) : call.scopes;
  // What a member needs is the same as what a key needs, apart from reading beside it.
  const permitted = call.rights
    ? covers(rights, maskOf(call.rights))
    : scopes.some((scope) => covers(rights, maskOf(SCOPE_RIGHTS[scope])));
  if (permitted) return (status) => status < 500 && ![401, 403, 404].includes(status);
  if (hasRight(rights, 'read') || hasRight(rights, 'read-texts')) return (status) => status === 403 || status === 404;
  return (status) => status === 404;
}

/**
 * Makes every call as every actor, at every place or at one of them: the next call of an actor is about the next place. There keys make the
 * calls of their scope only.
 * @returns the wrong answers, as texts
 */
export async function findWrongAnswers(
  api: Pick<HttpClient, 'call'>,
  actors: readonly MatrixActor[],
  places: readonly MatrixPlace[],
  extent: 'every place' | 'one place',
): Promise<{ calls: number; wrong: string[] }> {
  const wrong: string[] = [];
  let calls = 0;
  for (const [placeAt, place] of places.entries()) {
    for (const [callAt, call] of MATRIX_CALLS.entries()) {
      const callers = actors.filter(
        ({ scopes }, at) =>
          extent === 'every place' ||
          ((at + callAt) % places.length === placeAt && (!scopes || call.scopes.some((one) => scopes.includes(one)))),
      );
      await Promise.all(
        callers.map(async (actor) => {
          calls += 1;
          // A key is answered 60 times a second.
          const { status, body } = await until(
            'the call is answered',
            () => api.call(call.endpoint, actor.caller, call.input(place)),
            (answer) => answer.status !== 429,
          );
          if (allowedStatuses(actor, call, place)(status)) return;
          wrong.push(
            `${actor.name} at ${place.name}: ${call.name} answered ${status} ${JSON.stringify(body).slice(0, 120)}`,
          );
        }),
      );
    }
  }
  return { calls, wrong };
}

export const EVERYTHING = (): RightsMask => ALL_RIGHTS;
export const NOTHING = (): RightsMask => 0;
/** The rights at some places and below them. */
export const onlyAt =
  (places: readonly string[], rights: RightsMask) =>
  (asked: string): RightsMask =>
    places.includes(asked) ? rights : 0;
