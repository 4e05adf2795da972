import type { HomeAssistantRight } from '@belfry/schemas/http/home-assistant';
import type { HomeNow, HomePlace } from './places.repository.ts';

/** Of a connection, as Home Assistant has it; https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery. */
export type Link = { id: number; prefix: string; allows: readonly HomeAssistantRight[] };

type Document = { topic: string; payload: Record<string, unknown> };
const VOLUME = { min: 0, max: 100, step: 10 };

export const baseOf = ({ id }: Pick<Link, 'id'>): string => `belfry/${id}`;
/** `online` while Belfry is connected; its last will is `offline`. */
export const statusTopic = (link: Pick<Link, 'id'>): string => `${baseOf(link)}/status`;
export const alarmTopic = (link: Pick<Link, 'id'>): string => `${baseOf(link)}/alarms`;
export const commandFilters = (link: Pick<Link, 'id'>): string[] =>
  ['say', 'volume', 'press'].map((command) => `${baseOf(link)}/+/${command}`);
/** Where all documents of a connection are. */
export const documentFilter = ({ id, prefix }: Link): string => `${prefix}/+/belfry_${id}/+/config`;

export const ALL_CLEAR = 'all-clear';

/** Every entity that a connection has now, with its document. What it does not allow has none. */
export function documentsOf(link: Link, { places, messages, scenarios }: HomeNow): Document[] {
  const documents = places.flatMap((place) => placeDocuments(link, place));
  const [top] = places;
  if (!top) return [];
  const device = deviceOf(link, top);
  const button = (object: string, name: string): Document =>
    document(link, {
      component: 'button',
      object,
      payload: { name, device, command_topic: `${baseOf(link)}/${object}/press`, payload_press: 'PRESS' },
    });
  return [
    ...documents,
    ...(link.allows.includes('messages') ? messages.map(({ id, name }) => button(`message-${id}`, name)) : []),
    ...(link.allows.includes('scenarios') ? scenarios.map(({ id, name }) => button(`scenario-${id}`, name)) : []),
    ...(link.allows.includes('all_clear') ? [button(ALL_CLEAR, 'All clear')] : []),
    document(link, {
      component: 'event',
      object: 'alarms',
      payload: { name: 'Alarms', device, state_topic: alarmTopic(link), event_types: ['raised', 'cleared'] },
    }),
  ];
}

function placeDocuments(link: Link, place: HomePlace): Document[] {
  const of = `${baseOf(link)}/${place.company_id}`;
  const device = deviceOf(link, place);
  const entity = (component: string, name: string, object: string, payload: Record<string, unknown>): Document =>
    document(link, { component, object: `${place.company_id}-${object}`, payload: { name, device, ...payload } });
  return [
    ...(link.allows.includes('say') ? [entity('notify', 'Announcement', 'say', { command_topic: `${of}/say` })] : []),
    ...(link.allows.includes('volume')
      ? [
          entity('number', 'Volume', 'volume', {
            command_topic: `${of}/volume`,
            state_topic: `${of}/state`,
            value_template: '{{ value_json.volume }}',
            unit_of_measurement: '%',
            icon: 'mdi:volume-high',
            ...VOLUME,
          }),
        ]
      : []),
    entity('sensor', 'Loudspeakers', 'state', {
      state_topic: `${of}/state`,
      value_template: '{{ value_json.state }}',
      device_class: 'enum',
      options: STATES,
      icon: 'mdi:speaker',
    }),
    entity('sensor', 'Plays', 'plays', {
      state_topic: `${of}/state`,
      value_template: '{{ value_json.plays }}',
      icon: 'mdi:music',
    }),
    entity('binary_sensor', 'Online', 'online', {
      state_topic: `${of}/state`,
      value_template: '{{ value_json.online }}',
      device_class: 'connectivity',
    }),
  ];
}

const STATES = ['all online', 'some offline', 'offline'];

/** What a place publishes. */
export function stateOf({ devices, online, volume, plays }: HomePlace): Document['payload'] {
  const state = STATES[online === devices ? 0 : online > 0 ? 1 : 2];
  return { state, online: online > 0 ? 'ON' : 'OFF', volume: volume ?? 0, plays: plays ?? '' };
}

const deviceOf = ({ id }: Link, { company_id, name }: HomePlace) => ({
  identifiers: [`belfry_${id}_${company_id}`],
  name,
  manufacturer: 'Belfry',
  model: 'Place',
  suggested_area: name,
});

const document = (
  link: Link,
  { component, object, payload }: { component: string; object: string; payload: Record<string, unknown> },
): Document => ({
  topic: `${link.prefix}/${component}/belfry_${link.id}/${object}/config`,
  payload: {
    ...payload,
    unique_id: `belfry_${link.id}_${object}`,
    availability_topic: statusTopic(link),
    origin: { name: 'Belfry' },
  },
});
