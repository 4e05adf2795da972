import { Button, Group, type GroupProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Pick<GroupProps, 'mt'> & {
  submitLabel: string;
  submitting: boolean;
  submitDisabled?: boolean;
  /** Where the form cannot be left while it is sent. */
  cancelDisabled?: boolean;
  cancelLabel?: string;
  /** For a form that raises an alarm. */
  tone?: 'error' | undefined;
  onCancel: () => void;
  /** Further buttons, on the left of these. */
  children?: ReactNode;
};

/** Cancel and Submit, the last row of a form in a dialog. */
export function FormButtons({
  submitLabel,
  submitting,
  submitDisabled = false,
  cancelDisabled = false,
  cancelLabel,
  tone,
  mt,
  onCancel,
  children,
}: Props) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" gap="sm" mt={mt}>
      {children}
      <Button variant="default" onClick={onCancel} disabled={cancelDisabled}>
        {cancelLabel ?? t('cancel')}
      </Button>
      <Button type="submit" {...(tone && { color: tone })} loading={submitting} disabled={submitDisabled}>
        {submitLabel}
      </Button>
    </Group>
  );
}
