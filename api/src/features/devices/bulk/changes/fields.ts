import type { DeviceMode } from '@belfry/schemas/domain/device';
import { TAGS_MAX } from '@belfry/schemas/domain/tags';
import { updateDevices, updateTags, type BulkDevice } from '../../index.ts';
import type { BulkChange, BulkContext, PreparedChange } from '../bulk-change.ts';
import { notifyOwners } from './notify-owners.ts';

/** Sets the mode; blocked devices are disconnected. */
export const changeMode = ({ deps }: BulkContext, device_mode: DeviceMode): BulkChange =>
  always({
    decide: (device) => (device.device_mode === device_mode ? 'unchanged' : 'change'),
    apply: async (trx, devices) => {
      await updateDevices(trx, idsOf(devices), { device_mode });
      return async () => {
        notifyOwners(deps, devices);
        if (device_mode !== 'blocked') return;
        const serials = devices.map(({ serial }) => serial);
        await deps.broker.disconnect('device', serials);
      };
    },
  });

/** Replaces the note; null clears it. */
export const changeNote = ({ deps }: BulkContext, note: string | null): BulkChange =>
  always({
    decide: (device) => (device.note === note ? 'unchanged' : 'change'),
    apply: async (trx, devices) => {
      await updateDevices(trx, idsOf(devices), { note });
      return () => notifyOwners(deps, devices);
    },
  });

type TagChange = { add: readonly string[]; remove: readonly string[] };

/** Adds and removes tags; the others stay. */
export const changeTags = ({ deps }: BulkContext, change: TagChange): BulkChange =>
  always({
    decide: ({ tags }) => {
      const next = new Set([...tags, ...change.add]).difference(new Set(change.remove));
      if (next.size > TAGS_MAX) return { code: 'too_many_tags', reason: `A device has ${TAGS_MAX} tags at most` };
      return next.size === tags.length && tags.every((tag) => next.has(tag)) ? 'unchanged' : 'change';
    },
    apply: async (trx, devices) => {
      await updateTags(trx, idsOf(devices), change);
      return () => notifyOwners(deps, devices);
    },
  });

const always =
  (prepared: PreparedChange): BulkChange =>
  () =>
    Promise.resolve(prepared);

const idsOf = (devices: readonly BulkDevice[]): number[] => devices.map(({ device_id }) => device_id);
