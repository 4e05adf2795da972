import { Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { AlertDialog } from '../../ui/dialogs/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { Failure, Question, UserActionHandlers, NewKey } from './use-user-actions.ts';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';

export function UserDialogs(props: UserActionHandlers['dialogs']) {
  const { question, failure, newKey, onConfirm, onAnswered, onFailureSeen, onKeySeen } = props;
  return (
    <>
      <QuestionDialog question={question} onConfirm={onConfirm} onClose={onAnswered} />
      <FailureDialog failure={failure} onClose={onFailureSeen} />
      <NewKeyDialog newKey={newKey} onClose={onKeySeen} />
      {(question ?? failure ?? newKey) && <ReturnFocus />}
    </>
  );
}

/**
 * Returns the focus after a sequence of dialogs: each would return it to a button of the previous one. The last dialog
 * is still closing, and React restores its focus during the commit, so this runs after the commit.
 */
function ReturnFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return null;
}

/** The last content, so that a dialog keeps its text while it fades. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

type QuestionProps = { question: Question | null; onConfirm: () => Promise<void>; onClose: () => void };

/** The texts of the confirmations are fixed; see USER-14. */
function QuestionDialog({ question, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('users-admin');
  const last = useLast(question);
  const user = last && 'user' in last ? last.user : undefined;
  const about = { name: user?.name, email: user?.email };
  const questions = {
    delete: { title: t('delete.ask'), confirmLabel: t('delete.confirm'), tone: 'error', text: t('delete.text', about) },
    key: { title: t('key.ask'), confirmLabel: t('key.confirm'), tone: 'warning', text: t('key.text', about) },
  } as const;
  if (last?.action === 'delete_all') {
    return <DeleteAllDialog opened={question !== null} count={last.count} onConfirm={onConfirm} onClose={onClose} />;
  }
  const { text, ...content } = questions[last?.action ?? 'delete'];
  return (
    <ConfirmDialog {...content} opened={question !== null} onConfirm={onConfirm} onClose={onClose}>
      {text}
    </ConfirmDialog>
  );
}

function FailureDialog({ failure, onClose }: { failure: Failure | null; onClose: () => void }) {
  const { t } = useTranslation('users-admin');
  const last = useLast(failure);
  return (
    <AlertDialog opened={failure !== null} title={t('failure')} onClose={onClose}>
      <Text c="var(--bf-text)">{last?.text}</Text>
      {last?.reason !== undefined && last.reason !== '' && (
        <Text size="sm" mt={4}>
          {last.reason}
        </Text>
      )}
    </AlertDialog>
  );
}

function NewKeyDialog({ newKey, onClose }: { newKey: NewKey | null; onClose: () => void }) {
  const { t } = useTranslation('users-admin');
  return (
    <KeyDialog
      secret={newKey?.key ?? null}
      title={t('key.title')}
      label={t('key.label')}
      copyLabel={t('key.copy')}
      onClose={onClose}
    >
      {t('key.lead', { name: newKey?.user.name })}
    </KeyDialog>
  );
}

type Props = { opened: boolean; count: number; onConfirm: () => Promise<void>; onClose: () => void };
/** Asks for the number of users that are deleted, so that nobody confirms it by habit; see USER-23. */
function DeleteAllDialog({ opened, count, onConfirm, onClose }: Props) {
  const { t } = useTranslation('users-admin');
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('all.ask')}
      tone="error"
      confirmLabel={t('all.confirm')}
      confirmDisabled={typed.trim() !== String(count)}
      onConfirm={onConfirm}
      onClose={close}
    >
      <Text size="sm">{t('all.count', { count })}</Text>
      <Text size="sm" mt={4}>
        {t('all.text')}
      </Text>
      <TextInput
        mt="md"
        inputMode="numeric"
        autoComplete="off"
        label={t('all.type', { count })}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
