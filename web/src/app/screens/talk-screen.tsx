import { TalkPage } from '../../features/live-pages/index.ts';
import { Where } from '../../kit/where/index.ts';

export const TalkScreen = () => (
  <TalkPage renderPicker={(value, onChange) => <Where right="speak" value={value} onChange={onChange} />} />
);
