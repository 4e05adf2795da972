import type { DeviceType } from '@belfry/schemas/domain/device';
import { branchOf, type CompanyTree, type TreeNode, postalAddressOf, idsOf } from './company-tree.ts';
import { type SelectedAudioDevice, onTreeEvent, publishSelectedAudio } from '../../../lib/tree-nodes.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

/**
 * The checked nodes are a set of leaves; the state of a parent is derived from them. A check costs
 * one pass over the branch, and a node that is added later is unchecked.
 */
type Checked = ReadonlySet<number>;
export type CheckState = boolean | 'mixed';

const isLeaf = (node: TreeNode): boolean => node.children.length === 0;

export function checkStates(tree: CompanyTree, checked: Checked): Map<number, true | 'mixed'> {
  const states = new Map<number, true | 'mixed'>();
  for (const node of tree.nodes.toReversed()) {
    const state = isLeaf(node) ? checked.has(node.company_id) : mergedState(node, states);
    if (state !== false) states.set(node.company_id, state);
  }
  return states;
}

function mergedState({ children }: TreeNode, states: ReadonlyMap<number, true | 'mixed'>): CheckState {
  const below = children.map(({ company_id }) => states.get(company_id));
  if (below.every((state) => state === true)) return true;
  return below.some((state) => state !== undefined) && 'mixed';
}

/** Unchecks a branch that is checked as a whole, else checks all of it; see TREE-28. */
export const toggleBranch = (tree: CompanyTree, checked: Checked, id: number): Set<number> =>
  toggleEach(tree, checked, [id]);

export function toggleEach(tree: CompanyTree, checked: Checked, ids: readonly number[]): Set<number> {
  const next = new Set(checked);
  for (const id of ids) {
    const leaves = branchOf(tree, id).filter(isLeaf);
    const all = leaves.every(({ company_id }) => next.has(company_id));
    for (const { company_id } of leaves) {
      if (all) next.delete(company_id);
      else next.add(company_id);
    }
  }
  return next;
}

export function uncheck(checked: Checked, ids: readonly number[]): Set<number> {
  const next = new Set(checked);
  for (const id of ids) next.delete(id);
  return next;
}

export const isDeviceNode = ({ type }: Pick<TreeNode, 'type'>): boolean => type === 'Device';

/** A device node without a device type counts as an audio device. */
export const deviceTypeOf = ({ device_type }: Pick<TreeNode, 'device_type'>): DeviceType => device_type ?? 'audio';

/** The checked audio devices in the order of the tree; see TREE-30. */
export const selectedAudioOf = (tree: CompanyTree, checked: Checked): SelectedAudioDevice[] =>
  tree.nodes
    .filter((node) => checked.has(node.company_id) && isDeviceNode(node) && deviceTypeOf(node) === 'audio')
    .map((node) => audioRecordOf(tree, node));

function audioRecordOf(tree: CompanyTree, node: TreeNode): SelectedAudioDevice {
  const { continent, country, city, street, house } = postalAddressOf(tree, node.company_id).address;
  const { company_id, serial, name, description } = node;
  return { company_id, serial, name, description, continent, country, city, street, house };
}

const NONE: Checked = new Set();

/**
 * The checked devices of a tree, published as browser events: at every change, on request, and once more, empty, when the
 * tree is unmounted. `tree` is unfiltered: nodes that are no longer in it are dropped. `visibleTree` is the filtered tree:
 * a check on a parent applies to visible nodes.
 */
export function useTreeSelection(tree: CompanyTree, visibleTree: CompanyTree) {
  const [checked, setChecked] = useState<Checked>(NONE);
  const states = useMemo(() => checkStates(visibleTree, checked), [visibleTree, checked]);
  const selected = useMemo(() => selectedAudioOf(tree, checked), [tree, checked]);

  useEffect(() => publishSelectedAudio(selected), [selected]);
  useEffect(() => () => publishSelectedAudio([]), []);
  const answer = useEffectEvent(() => publishSelectedAudio(selected));
  const toggleHeard = useEffectEvent((ids: number[]) => setChecked((now) => toggleEach(tree, now, ids)));
  useEffect(() => {
    const undo = [
      onTreeEvent('getSelectedAudio', () => answer()),
      onTreeEvent('toggleAudio', (devices) => toggleHeard(idsOf(devices))),
      onTreeEvent('unselectAudio', (devices) => setChecked((now) => uncheck(now, idsOf(devices)))),
    ];
    return () => undo.forEach((each) => each());
  }, []);

  return {
    checked,
    states,
    selected,
    toggle: (ids: readonly number[]) => setChecked((now) => toggleEach(visibleTree, now, ids)),
    unselect: (devices: readonly SelectedAudioDevice[]) => setChecked((now) => uncheck(now, idsOf(devices))),
  };
}
