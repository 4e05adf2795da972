import { TalkPage } from '../../features/live-pages/index.ts';
import { Where } from '../../kit/where/index.ts';

/** The page of live pages for phones, with a choice among the places at which the person may speak. */
export const TalkScreen = () => (
  <TalkPage renderPicker={(value, onChange) => <Where right="speak" value={value} onChange={onChange} />} />
);
