import { PLAYER_CHANNELS } from '../domain/player.ts';
import { isAdministrator, type Role } from '../domain/roles.ts';
import type { Serial } from '../domain/serial.ts';
import { filters, topics } from './topics.ts';

/** One rule in the format of the HTTP authentication hooks of MQTT brokers: `topic` is a filter; anything not listed is refused. */
export type AclRule = { permission: 'allow'; action: 'publish' | 'subscribe'; topic: string };

/** The client whose rights are requested. `serials` are the user's devices; administrators may read all. */
export type AclSubject =
  | { kind: 'device'; serial: Serial }
  | { kind: 'console'; userId: number; role: Role; serials: readonly Serial[] };

const allow =
  (action: AclRule['action']) =>
  (topic: string): AclRule => ({ permission: 'allow', action, topic });
const publish = allow('publish');
const subscribe = allow('subscribe');

/** The access list of a client by the MQTT contract; see MQTT-1 and MQTT-2. The api itself may do everything and has no list. */
export function aclFor(subject: AclSubject): AclRule[] {
  return subject.kind === 'device' ? aclForDevice(subject.serial) : aclForConsole(subject);
}

function aclForDevice(serial: Serial): AclRule[] {
  return [
    publish(topics.status(serial)),
    publish(topics.metrics(serial)),
    publish(topics.receipts(serial)),
    publish(topics.inputs(serial)),
    publish(topics.outputs(serial)),
    ...PLAYER_CHANNELS.map((channel) => publish(topics.player(serial, channel))),
    publish(topics.configReported(serial)),
    publish(topics.responses(serial)),
    subscribe(filters.everythingOfDevice(serial)),
    subscribe(topics.fleetCommands),
  ];
}

function aclForConsole({ userId, role, serials }: Extract<AclSubject, { kind: 'console' }>): AclRule[] {
  const own = subscribe(topics.userEvents(userId));
  if (isAdministrator(role)) {
    return [own, ...filters.readByConsole('+').map(subscribe), subscribe(topics.fleetSummary)];
  }
  return [own, ...serials.flatMap(filters.readByConsole).map(subscribe)];
}
