import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { EmergencyButton } from '../../features/announcements/emergency/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import classes from './navigation.module.css';

const SayForm = lazyPart({
  load: async () => (await import('../../features/announcements/index.ts')).SayForm,
  Waiting: () => <LineSkeletons count={5} height={44} />,
});

/** The sheet stays, with what is typed in it, when the phone is turned, and behind the emergencies; a link in it closes it. */
export function useSaySheet() {
  const { pathname } = useLocation();
  const [sheet, setSheet] = useState<{ title: string; above: string; shown: boolean } | null>(null);
  return {
    open: (title: string) => setSheet({ title, above: pathname, shown: true }),
    dialog:
      sheet?.above === pathname ? (
        <SaySheet
          title={sheet.title}
          shown={sheet.shown}
          onHide={() => setSheet({ ...sheet, shown: false })}
          onClose={() => setSheet(null)}
        />
      ) : null,
  };
}

type Props = { title: string; shown: boolean; onHide: () => void; onClose: () => void };

/** Say above any page of a phone, for the place whose page is open; the way to the emergencies comes first. */
function SaySheet({ title, shown, onHide, onClose }: Props) {
  const { t } = useTranslation('common');
  return (
    <Drawer
      opened={shown}
      keepMounted
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
    >
      {/* What runs afterwards must not be below the sheet. */}
      <EmergencyButton asRow onOpened={onHide} />
      <SayForm />
    </Drawer>
  );
}
