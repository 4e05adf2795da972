import { Alert, Button, Group, Loader } from '@mantine/core';
import { IconAlertTriangle, IconMicrophoneOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { CardSkeletons, LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { Stale } from '../../../../ui/states/stale.tsx';
import { VoiceCards } from './voice-cards.tsx';
import classes from './voice-list.module.css';
import { VoiceTable, type VoicesProps } from './voice-table.tsx';

const SKELETONS = 8;

type Props = Omit<VoicesProps, 'voices'> & {
  /** The last voices that were received, of any filters. */
  voices: VoicesProps['voices'] | undefined;
  /** The text of the load error. */
  failure: string | null;
  since: number;
  retrying: boolean;
  filtered: boolean;
  onRetry: () => void;
  onShowAll: () => void;
};

/** The catalogue in its five states. */
export function VoiceList(props: Props) {
  const { voices, failure, since, retrying, filtered, onRetry, onShowAll, ...list } = props;
  const { t } = useTranslation(['voices', 'common']);
  const mobile = useMobile();
  const Voices = mobile ? VoiceCards : VoiceTable;
  return (
    <>
      {failure !== null && (
        <Alert color="error" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />} py="sm">
          <Group justify="space-between" gap="xs">
            {failure}
            <Button size="compact-sm" variant="light" color="error" onClick={onRetry} loading={retrying}>
              {t('common:retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {!voices ? (
        failure === null && (
          <>
            <output className={classes.loading}>
              <Loader size="xs" aria-hidden />
              {t('loading')}
            </output>
            {mobile ? <CardSkeletons count={4} height={256} /> : <LineSkeletons count={SKELETONS} height={42} />}
          </>
        )
      ) : voices.length > 0 ? (
        <Stale active={failure !== null} since={since}>
          <Voices voices={voices} {...list} />
        </Stale>
      ) : filtered ? (
        <EmptyState
          icon={<IconMicrophoneOff size={24} />}
          title={t('empty.not_found')}
          action={
            <Button variant="light" mt="xs" onClick={onShowAll}>
              {t('empty.reset')}
            </Button>
          }
        >
          {t('empty.hint')}
        </EmptyState>
      ) : (
        <EmptyState icon={<IconMicrophoneOff size={24} />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      )}
    </>
  );
}
