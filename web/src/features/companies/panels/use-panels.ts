import { useCallback, useState } from 'react';
import { readPanels, writePanels, type PanelName, type Panels } from './panels.ts';

export type ShowPanel = (name: PanelName, shown: boolean) => void;

/** Which panels are shown, stored in this browser. */
export function usePanels(): [panels: Panels, show: ShowPanel] {
  const [panels, setPanels] = useState(readPanels);
  const show = useCallback<ShowPanel>((name, shown) => {
    const next = { ...readPanels(), [name]: shown };
    writePanels(next);
    setPanels(next);
  }, []);
  return [panels, show];
}
