import { useEffect, useState } from 'react';
import type { SelectedAudioDevice } from '../../lib/nodes/selected-audio.ts';
import { requestSelectedAudio, onTreeEvent } from '../../lib/nodes/tree-events.ts';

/** The audio devices that are selected in the tree; none where no tree is open. */
export function useSelectedAudio(): readonly SelectedAudioDevice[] {
  const [devices, setDevices] = useState<readonly SelectedAudioDevice[]>([]);
  useEffect(() => {
    const undo = onTreeEvent('selectedAudio', setDevices);
    requestSelectedAudio();
    return undo;
  }, []);
  return devices;
}
