import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { idsOf, type CompanyTree } from '../company-tree.ts';
import { type SelectedAudioDevice, onTreeEvent, publishSelectedAudio } from '../../../../lib/tree-nodes.ts';
import { checkStates, selectedAudioOf, toggleEach, uncheck, type Checked } from './tree-selection.ts';

const NONE: Checked = new Set();

/**
 * The checked devices of a tree, published as browser events: at every change, on request, and once more, empty, when the
 * tree is unmounted. `tree` is unfiltered: nodes that are no longer in it are dropped. `shown` is the filtered tree:
 * a check on a parent applies to visible nodes.
 */
export function useTreeSelection(tree: CompanyTree, shown: CompanyTree) {
  const [checked, setChecked] = useState<Checked>(NONE);
  const states = useMemo(() => checkStates(shown, checked), [shown, checked]);
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
    toggle: (ids: readonly number[]) => setChecked((now) => toggleEach(shown, now, ids)),
    unselect: (devices: readonly SelectedAudioDevice[]) => setChecked((now) => uncheck(now, idsOf(devices))),
  };
}
