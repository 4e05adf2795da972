import { z } from 'zod';
import { optionalText, setting } from './setting.ts';

const MAX_LENGTH = 500;

/**
 * The origin of tiles as a content security policy names it; null for an address without a place for the tile, or with
 * a host of its own for each tile.
 */
export function tilesOrigin(address: string): string | null {
  const url = URL.parse(address);
  const isComplete = ['{z}', '{x}', '{y}'].every((part) => address.includes(part));
  if (!url || !isComplete || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return /^[\w.-]+$/.test(url.hostname) ? url.origin : null;
}

export const mapSettings = {
  /** `https://…/{z}/{x}/{y}.png`. Empty: maps have outlines of countries and no tiles. */
  MAP_TILES_URL: setting(
    z
      .string()
      .max(MAX_LENGTH)
      .refine((address) => tilesOrigin(address) !== null, 'Expected https://host/{z}/{x}/{y}.png')
      .optional(),
  ),
  /** Plain text that maps show. */
  MAP_TILES_ATTRIBUTION: optionalText(MAX_LENGTH),
};
