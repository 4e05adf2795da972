import type { Serial } from '../domain/serial.ts';
import type { AclRule } from './access.ts';
import { isTopicFilter, isValid, newFilters, type Action, type Filters, type Rights } from './authorize.ts';

/** The filters of a device's own topics, which begin with `OWN` instead of `devices/{serial}`, and all others. */
type DeviceFilters = { own: Filters; other: Filters };
/** A rule; `suffix` is what follows `devices/{serial}` in a topic of the device itself, and null in all others. */
type DeviceRule = { action: Action; topic: string; suffix: string | null };
type DeviceList = { rules: DeviceRule[]; filters: DeviceFilters };
const OWN = 'own';
const MAX_SHARED_LISTS = 100;
const sharedLists: DeviceList[] = [];

const isOwn = (device: string, topic: string): boolean =>
  topic.startsWith(device) && (topic.length === device.length || topic[device.length] === '/');

const ownPart = (device: string, topic: string): string | null =>
  isOwn(device, topic) ? OWN + topic.slice(device.length) : null;

/**
 * Compiles the access list of a device. Lists that differ in the serial only share their compiled filters, since the list of
 * each of 20,000 devices would take 2 kB. They are compared without new objects or texts, because a whole fleet reconnects at the same time.
 */
export function compileDeviceAcl(serial: Serial, rules: readonly AclRule[]): Rights {
  const device = `devices/${serial}`;
  const shared = sharedLists.find((list) => isSameList(list, device, rules));
  if (shared) return new DeviceRights(device, shared.filters);
  const list = compileList(device, rules);
  if (sharedLists.length < MAX_SHARED_LISTS) sharedLists.push(list);
  return new DeviceRights(device, list.filters);
}

const isSameList = (list: DeviceList, device: string, rules: readonly AclRule[]): boolean =>
  rules.length === list.rules.length &&
  list.rules.every(({ action, topic, suffix }, at) => {
    const rule = rules[at];
    if (rule?.action !== action) return false;
    if (suffix === null) return rule.topic === topic && !isOwn(device, topic);
    const isAsLong = rule.topic.length === device.length + suffix.length;
    return isAsLong && rule.topic.startsWith(device) && rule.topic.endsWith(suffix);
  });

function compileList(device: string, given: readonly AclRule[]): DeviceList {
  const filters: DeviceFilters = { own: newFilters(), other: newFilters() };
  const rules: DeviceRule[] = [];
  for (const { action, topic } of given) {
    const own = ownPart(device, topic);
    rules.push({ action, topic, suffix: own === null ? null : topic.slice(device.length) });
    if (isTopicFilter(topic)) filters[own === null ? 'other' : 'own'][action].add(own ?? topic);
  }
  return { rules, filters };
}

class DeviceRights implements Rights {
  readonly #device: string;
  readonly #filters: DeviceFilters;

  constructor(device: string, filters: DeviceFilters) {
    this.#device = device;
    this.#filters = filters;
  }

  allowed(action: Action, topic: string): boolean {
    if (!isValid[action](topic)) return false;
    const own = ownPart(this.#device, topic);
    return (own !== null && this.#filters.own[action].covers(own)) || this.#filters.other[action].covers(topic);
  }
}
