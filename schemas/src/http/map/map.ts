import { z } from 'zod';
import { COMPANY_TYPES } from '../../domain/companies.ts';
import { coordinatesSchema, LATITUDE_MAX, LONGITUDE_MAX } from '../../domain/coordinates.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';

export const MAP_NODES_MAX = 5_000;

/** Degrees. Where `west` is greater than `east`, the box contains the 180th meridian. */
export type MapBox = { west: number; south: number; east: number; north: number };

const BOX = /^-?\d{1,3}(\.\d{1,10})?(,-?\d{1,3}(\.\d{1,10})?){3}$/;
const boxSchema = z
  .string()
  .regex(BOX, 'Expected west,south,east,north in degrees')
  .transform((text, context): MapBox => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
    const isInside =
      Math.max(Math.abs(west), Math.abs(east)) <= LONGITUDE_MAX &&
      Math.max(Math.abs(south), Math.abs(north)) <= LATITUDE_MAX;
    if (isInside && south <= north) return { west, south, east, north };
    context.addIssue({ code: 'custom', message: 'Expected west,south,east,north in degrees' });
    return z.NEVER;
  });

export const mapQuerySchema = z
  .object({
    company_id: idTextSchema.optional().describe('only this node and what is below it'),
    box: boxSchema
      .optional()
      .describe('west,south,east,north in degrees; with west greater than east, across the 180th meridian'),
  })
  .meta({ id: 'CompaniesMapQuery' });
export type MapQuery = z.output<typeof mapQuerySchema>;

const countsSchema = z
  .strictObject({
    total: z.int(),
    online: z.int(),
    offline: z.int(),
    maintenance: z.int(),
    alarms: z.int().describe('of these, devices with an open alarm'),
  })
  .meta({ id: 'MapDeviceCounts' });
export type MapDeviceCounts = z.infer<typeof countsSchema>;

export const mapNodeSchema = z
  .strictObject({
    company_id: z.int(),
    main_company_id: z.int().describe('the main company of its tree'),
    name: z.string(),
    type: z.enum(COMPANY_TYPES),
    coordinates: coordinatesSchema,
    devices: countsSchema,
    above: z
      .int()
      .nullable()
      .describe('the nearest node above it that is in this answer too; its counts contain these'),
    has_plan: z.boolean().describe('whether it has a floor plan'),
  })
  .meta({ id: 'MapNode' });
export type MapNode = z.infer<typeof mapNodeSchema>;

export const companiesMapSchema = z
  .strictObject({
    nodes: z.array(mapNodeSchema).max(MAP_NODES_MAX).describe('the upper ones of the trees first'),
    more: z.boolean().describe('whether there are others, which a smaller box shows'),
  })
  .meta({ id: 'CompaniesMap' });
export type CompaniesMap = z.infer<typeof companiesMapSchema>;

export const mapHttp = {
  map: endpoint({
    method: 'get',
    path: '/companies/map',
    summary:
      'The nodes with coordinates that the caller sees, with the states of the devices below each: 5,000 at most',
    query: mapQuerySchema,
    answer: companiesMapSchema,
    errors: ['not_found', 'rate_limited'],
  }),
};
