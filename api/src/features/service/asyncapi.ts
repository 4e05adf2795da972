import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { type MessageKind, messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { z } from 'zod';
import { BELFRY_VERSION } from '../../version.ts';

const SERIAL = '{serial}' as Serial;
const ADDRESSES: Record<MessageKind, string> = {
  status: topics.status(SERIAL),
  metrics: topics.metrics(SERIAL),
  acks: topics.acks(SERIAL),
  programme: topics.programme(SERIAL),
  speakers: topics.speakers(SERIAL),
  receipts: topics.receipts(SERIAL),
  inputs: topics.inputs(SERIAL),
  outputs: topics.outputs(SERIAL),
  player: topics.player(SERIAL, '{channel}' as PlayerChannel),
  configDesired: topics.configDesired(SERIAL),
  configReported: topics.configReported(SERIAL),
  commands: topics.commands(SERIAL),
  responses: topics.responses(SERIAL),
  fleetCommands: topics.fleetCommands,
  fleetSummary: topics.fleetSummary,
  userEvents: topics.userEvents(0).replace('/0/', '/{user_id}/'),
};

const PARAMETERS: Record<string, object> = {
  serial: { description: 'Four groups of four digits, joined by hyphens' },
  channel: { enum: [...PLAYER_CHANNELS] },
  user_id: { description: 'The decimal id of a user' },
};

const DESCRIPTIONS: Partial<Record<MessageKind, string>> = {
  configDesired:
    'Only the device may subscribe, since the configuration contains the WiFi password. Consoles are refused, also with wildcards.',
};

const KINDS = Object.keys(messages) as MessageKind[];

/** Actions are those of the api. */
export function createAsyncApi(): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Belfry MQTT',
      version: BELFRY_VERSION,
      description:
        'All messages between devices, the api and consoles. MQTT 3.1.1; times are ISO 8601 in UTC. Not among them are the frames of live pages, ' +
        `which are binary: ${topics.pageAudio('{page_id}')}, QoS 0, for devices that are invited.`,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(KINDS.map((kind) => [kind, channelOf(kind)])),
    operations: Object.fromEntries(KINDS.map((kind) => [kind, operationOf(kind)])),
    components: {
      messages: Object.fromEntries(KINDS.map((kind) => [kind, messageOf(kind)])),
      schemas: schemasOfMessages(),
    },
  };
}

function channelOf(kind: MessageKind): object {
  const names = [...ADDRESSES[kind].matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return {
    address: ADDRESSES[kind],
    ...(DESCRIPTIONS[kind] && { description: DESCRIPTIONS[kind] }),
    messages: { [kind]: { $ref: `#/components/messages/${kind}` } },
    ...(names.length > 0 && { parameters: Object.fromEntries(names.map((name) => [name, PARAMETERS[name]])) }),
  };
}

function operationOf(kind: MessageKind): object {
  const { from, qos, retain } = messages[kind];
  return {
    action: from === 'device' ? 'receive' : 'send',
    channel: { $ref: `#/channels/${kind}` },
    bindings: { mqtt: { qos, retain, bindingVersion: '0.2.0' } },
  };
}

const messageOf = (kind: MessageKind): object => ({
  name: kind,
  payload: { $ref: refOf(idOf(messages[kind].schema)) },
});

const refOf = (id: string): string => `#/components/schemas/${id}`;

function idOf(schema: { meta(): { id?: string | undefined } | undefined }): string {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error('a message schema without an id cannot be documented');
  return id;
}

function schemasOfMessages(): Record<string, object> {
  const all = z.toJSONSchema(z.globalRegistry, { uri: refOf, io: 'input', unrepresentable: 'any' }).schemas;
  const included: Record<string, object> = {};
  const include = (id: string): void => {
    const schema = all[id];
    if (!schema || id in included) return;
    const { $schema: _version, $id: _address, id: _name, ...rest } = schema;
    included[id] = rest;
    for (const [, inner] of JSON.stringify(rest).matchAll(/"#\/components\/schemas\/(\w+)"/g)) include(inner ?? '');
  };
  for (const kind of KINDS) include(idOf(messages[kind].schema));
  return included;
}
