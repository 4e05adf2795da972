import type { Dispatch, SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';

const STEPS = [1, 2, 3] as const;
/** 0: no dialog is open. */
export type ResetStep = 0 | (typeof STEPS)[number];

type Props = { step: ResetStep; onStep: Dispatch<SetStateAction<ResetStep>>; onReset: () => Promise<void> };

/** Three confirmations in sequence; cancelling any of them ends it; see VOICE-15. */
export function ResetQuestions({ step, onStep, onReset }: Props) {
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
