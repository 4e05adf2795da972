import type { CompanyNode } from '@belfry/schemas/http/companies';
import { useMemo } from 'react';
import { buildTree } from './company-tree.ts';
import { filterNodes } from './tree-filter.ts';

const NOTHING: CompanyNode[] = [];

/** The tree of a flat answer, unfiltered and filtered. */
export function useFilteredTree(flat: readonly CompanyNode[] = NOTHING, find: string) {
  const whole = useMemo(() => buildTree(flat), [flat]);
  const shown = useMemo(() => (find === '' ? whole : buildTree(filterNodes(whole, find))), [whole, find]);
  return { whole, shown };
}
