import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useOpened } from '../../../kit/detail/index.ts';
import { WhoHears } from '../../../kit/who-hears/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { usePreviewSayQuery } from '../../announcements/announcements-api.ts';
import { useMay } from '../../teams/teams-api.ts';

type Props = { what: { message_id: number } | { text: string }; targets: TargetsInput };

/** Who would hear it now, for people who may speak there; the others see nothing of it. */
export function WouldHear({ what, targets }: Props) {
  const says = useMay('say');
  const { currentData, isFetching, error } = usePreviewSayQuery({ ...what, targets }, { skip: !says });
  if (!says || error) return null;
  return <WhoHears preview={currentData} text={null} waiting={isFetching && !currentData} onAllIn={() => undefined} />;
}

/** Leads to what is heard at a moment, and why. */
export function HeardThen({ at }: { at: string }) {
  const { t } = useTranslation('calendar');
  const { to } = useOpened();
  return (
    <Button component={Link} to={to(`moment:${at}`)} preventScrollReset variant="subtle" color="gray" size="compact-sm">
      {t('event.heard_then')}
    </Button>
  );
}
