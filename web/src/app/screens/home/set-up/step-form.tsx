import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/translation.ts';

type Props = {
  pending: boolean;
  isReady: boolean;
  submit?: string;
  isAgain?: boolean;
  onSave: () => Promise<void>;
  children: ReactNode;
};

export function StepForm({ pending, isReady, submit, isAgain = false, onSave, children }: Props) {
  const { t } = useTranslation('set-up');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void onSave();
      }}
    >
      <Stack gap={16}>
        {children}
        <Button type="submit" variant={isAgain ? 'default' : 'filled'} loading={pending} disabled={!isReady}>
          {submit ?? t('next')}
        </Button>
      </Stack>
    </form>
  );
}
