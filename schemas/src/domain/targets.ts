import { z } from 'zod';
import { idSchema } from './ids.ts';
import { serialSchema } from './serial.ts';

const LIST_MAX = 1_000;
const targetLists = {
  nodes: z.array(idSchema).max(LIST_MAX).describe('company_id of nodes, with all their descendants'),
  groups: z.array(idSchema).max(LIST_MAX),
  devices: z.array(serialSchema).max(LIST_MAX),
};
const lists = {
  nodes: targetLists.nodes.default([]),
  groups: targetLists.groups.default([]),
  devices: targetLists.devices.default([]),
};

/** The places that an announcement or a schedule is for; a device that several entries name counts once. */
export const targetsSchema = z
  .strictObject({ ...lists, except: z.strictObject(lists).default({ nodes: [], groups: [], devices: [] }) })
  .refine(
    ({ nodes, groups, devices }) => nodes.length + groups.length + devices.length > 0,
    'Select at least one place',
  )
  .meta({ id: 'Targets' });
export type Targets = z.output<typeof targetsSchema>;
export type TargetsInput = z.input<typeof targetsSchema>;
/** Targets in answers, where nothing is absent. */
export const storedTargetsSchema = z
  .strictObject({ ...targetLists, except: z.strictObject(targetLists) })
  .meta({ id: 'StoredTargets' });
