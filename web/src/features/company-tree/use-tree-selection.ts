import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { idsOf, type CompanyTree } from './company-tree.ts';
import type { SelectedAudioDevice } from '../../lib/selected-audio.ts';
import { onTreeEvent, publishSelectedAudio } from '../../lib/tree-events.ts';
import { checkStates, selectedAudioOf, toggleEach, uncheck, type Checked } from './tree-selection.ts';

const NONE: Checked = new Set();

/**
 * What is checked in a tree, told to whoever listens: at every change, when asked, and once more, empty, when the
 * tree goes. `tree` is the whole one: what is no longer in it no longer counts. `shown` is what a filter leaves of it:
 * a check on a parent means the nodes that are seen.
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
