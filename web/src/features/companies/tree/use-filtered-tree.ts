import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import { useMemo } from 'react';
import { buildTree } from './company-tree.ts';
import { filterNodes } from './tree-filter.ts';

const NOTHING: CompanyNode[] = [];

/** Builds the tree of a flat list of nodes: the whole tree, and the part that the filter text keeps. */
export function useFilteredTree(flat: readonly CompanyNode[] = NOTHING, find: string) {
  const whole = useMemo(() => buildTree(flat), [flat]);
  const shown = useMemo(() => (find === '' ? whole : buildTree(filterNodes(whole, find))), [whole, find]);
  return { whole, shown };
}
