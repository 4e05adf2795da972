import { groupElementSchema, groupSchema, type Group, type GroupElement } from '@belfry/schemas/http/devices/groups';
import { z } from 'zod';

/** The address of a device. */
const placeSchema = groupElementSchema
  .pick({ continent: true, country: true, city: true, street: true, house: true })
  .partial()
  .strip();
const NOWHERE = { continent: null, country: null, city: null, street: null, house: null };

/** The node may also be named `id`, and the address nested in `address`; see GROUP-5. */
const elementSchema: z.ZodType<GroupElement> = groupElementSchema
  .omit({ company_id: true, continent: true, country: true, city: true, street: true, house: true })
  .partial({ description: true, serial: true, status: true })
  .extend({
    ...placeSchema.shape,
    company_id: z.int().optional(),
    id: z.int().optional(),
    address: placeSchema.nullish(),
  })
  .strip()
  .transform(({ id, company_id = id, address, ...element }, context) => {
    if (company_id === undefined) {
      context.addIssue({ code: 'custom', message: 'an element has no id' });
      return z.NEVER;
    }
    return { description: null, serial: null, status: null, ...NOWHERE, ...address, ...element, company_id };
  });

export const groupListSchema: z.ZodType<Group[]> = z.array(
  groupSchema.extend({ device_count: z.int().default(0) }).strip(),
);
export const elementListSchema: z.ZodType<GroupElement[]> = z.array(elementSchema);
