import type { ComponentProps } from 'react';
import { TalkPage } from '../../features/live-pages/index.ts';
import { TargetsPicker } from '../../features/places/index.ts';
import { useTargetSources } from '../../features/places/targets-api.ts';

/** The page of live pages for phones, with a choice among the places at which the person may speak. */
export const TalkScreen = () => (
  <TalkPage renderPicker={(value, onChange) => <SpokenPlaces value={value} onChange={onChange} />} />
);

function SpokenPlaces(choice: Omit<ComponentProps<typeof TargetsPicker>, 'sources'>) {
  return <TargetsPicker sources={useTargetSources({ ofOthers: true, action: 'say' })} {...choice} />;
}
