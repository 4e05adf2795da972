import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { IconCloudDownload, IconRefresh, IconTrash, IconWaveSine } from '@tabler/icons-react';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import classes from './voices.module.css';

const STEPS = [1, 2, 3] as const;

/** 0: no dialog is open. */
type ResetStep = 0 | (typeof STEPS)[number];

type Props = {
  total: number | undefined;
  /** A bulk creation is running or paused: only one at a time, and without changes of the whole catalogue; see VOICE-15. */
  running: boolean;
  onCreateSamples: () => Promise<void>;
  onSync: () => Promise<void>;
  onReset: () => Promise<void>;
  onRefresh: () => Promise<unknown>;
};

type Question = 'run' | 'sync';
/** Title with the count of matching voices, and the actions on all of them; see VOICE-10. */
export function VoicesHeader(props: Props) {
  const { total, running, onCreateSamples, onSync, onReset, onRefresh } = props;
  const { t } = useTranslation('voices');
  const locale = useLocale();
  const [question, setQuestion] = useState<Question | null>(null);
  const [step, setStep] = useState<ResetStep>(0);
  const create = useFocusAfter<HTMLButtonElement>(running);
  const reset = useFocusAfter<HTMLButtonElement>(step > 0);
  const locked = { disabled: running, title: running ? t('run.locks') : undefined };
  const close = (): void => setQuestion(null);
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <Title order={1} size="h2">
          {total === undefined ? t('title') : t('title_counted', { shown: formatCount(total, locale) })}
        </Title>
        <Text c="dimmed">{t('lead')}</Text>
      </div>
      <div className={classes.buttons}>
        <Button
          ref={create}
          leftSection={<IconWaveSine size={16} aria-hidden />}
          onClick={() => setQuestion('run')}
          disabled={running}
        >
          {t('run.open')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCloudDownload size={16} aria-hidden />}
          onClick={() => setQuestion('sync')}
          {...locked}
        >
          {t('sync.open')}
        </Button>
        <Button
          ref={reset}
          variant="light"
          color="error"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setStep(1)}
          {...locked}
        >
          {t('reset.open')}
        </Button>
        <RefreshButton onRefresh={onRefresh} />
      </div>
      <ConfirmDialog
        opened={question === 'run'}
        title={t('run.title')}
        confirmLabel={t('run.confirm')}
        onConfirm={onCreateSamples}
        onClose={close}
      >
        {t('run.question')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={question === 'sync'}
        title={t('sync.title')}
        confirmLabel={t('sync.confirm')}
        onConfirm={onSync}
        onClose={close}
      >
        {t('sync.question')}
      </ConfirmDialog>
      <ResetQuestions step={step} onStep={setStep} onReset={onReset} />
    </header>
  );
}

function RefreshButton({ onRefresh }: Pick<Props, 'onRefresh'>) {
  const { t } = useTranslation('voices');
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setRefreshing(true);
    await onRefresh();
    setRefreshing(false);
  };
  return (
    <ActionIcon
      size={32}
      variant="default"
      aria-label={t('refresh')}
      title={t('refresh')}
      loading={refreshing}
      onClick={() => void refresh()}
    >
      <IconRefresh size={18} aria-hidden />
    </ActionIcon>
  );
}

type ResetQuestionsProps = {
  step: ResetStep;
  onStep: Dispatch<SetStateAction<ResetStep>>;
  onReset: () => Promise<void>;
};

/** Three confirmations in sequence; cancelling any of them ends it; see VOICE-15. */
function ResetQuestions({ step, onStep, onReset }: ResetQuestionsProps) {
  const { t } = useTranslation('voices');
  if (step === 0) return null;
  const next = STEPS.find((each) => each > step);
  const confirm = async (): Promise<void> => {
    if (next) onStep(next);
    else await onReset();
  };
  return (
    // A dialog each, so that the focus starts on Cancel again and one key press cannot confirm all three.
    <ConfirmDialog
      key={step}
      opened
      title={t(`reset.title${step}`)}
      confirmLabel={t(`reset.confirm${step}`)}
      tone="error"
      onConfirm={confirm}
      // A dialog also closes when it is confirmed; the next one is open then.
      onClose={() => onStep((now) => (now === step ? 0 : now))}
    >
      {t(`reset.question${step}`)} {t('reset.step', { step })}
    </ConfirmDialog>
  );
}
