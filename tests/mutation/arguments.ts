import { globSync } from 'node:fs';
import { AREA_NAMES, AREAS, type Area, type AreaName } from './areas.ts';

const isArea = (argument: string): argument is AreaName => argument in AREAS;

/**
 * Reads the command line: names of areas, or one area and some of its files. All areas when none is named.
 * @throws for a file outside the area, and for a path of an area that matches no file.
 */
export function parseArguments(given: readonly string[]): { areas: readonly AreaName[]; files: readonly string[] } {
  const named = given.filter(isArea);
  const areas = named.length > 0 ? named : AREA_NAMES;
  const unmatched = areas.flatMap(pathsWithoutFile);
  if (unmatched.length > 0) throw new Error(`tests/mutation/areas.ts: no file matches ${unmatched.join(', ')}`);

  const files = given.filter((argument) => !isArea(argument));
  const known = new Set(named.length === 1 ? named.flatMap((name) => globSync(AREAS[name].mutate)) : []);
  const unknown = files.filter((file) => !known.has(file));
  if (unknown.length > 0) {
    throw new Error(`neither an area (${AREA_NAMES.join(', ')}) nor a file of the area: ${unknown.join(', ')}`);
  }
  return { areas, files };
}

function pathsWithoutFile(name: AreaName): string[] {
  const { mutate, tests }: Area = AREAS[name];
  return [...mutate, ...tests].flatMap(expandBraces).filter((path) => globSync(path).length === 0);
}

/** `a/{b,c}.ts` → `a/b.ts`, `a/c.ts`: each alternative has to match a file of its own. */
function expandBraces(path: string): string[] {
  const [whole, alternatives] = /\{([^{}]*)\}/.exec(path) ?? [];
  if (whole === undefined || alternatives === undefined) return [path];
  return alternatives.split(',').flatMap((alternative) => expandBraces(path.replace(whole, alternative)));
}
