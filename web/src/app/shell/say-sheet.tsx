import { Drawer } from '@mantine/core';
import { EmergencyButton } from '../../features/announcements/emergency/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import classes from './navigation.module.css';

const SayForm = lazyPart({
  load: async () => (await import('../../features/announcements/index.ts')).SayForm,
  Waiting: () => <LineSkeletons count={5} height={44} />,
});

/** Say above any page of a phone, for the place whose page is open; the way to the emergencies comes first. */
export function SaySheet({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
    >
      <EmergencyButton asRow />
      <SayForm />
    </Drawer>
  );
}
