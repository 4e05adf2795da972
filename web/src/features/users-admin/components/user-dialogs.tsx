import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Failure, Question, UserActs } from '../use-user-acts.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** The questions before an act, what did not work, and a new key. */
export function UserDialogs(props: UserActs['dialogs']) {
  const { question, failure, newKey, onConfirm, onAnswered, onFailureSeen, onKeySeen } = props;
  return (
    <>
      <QuestionDialog question={question} onConfirm={onConfirm} onClose={onAnswered} />
      <FailureDialog failure={failure} onClose={onFailureSeen} />
      <NewKeyDialog made={newKey} onClose={onKeySeen} />
    </>
  );
}

/** What was there last, so that a dialog keeps its words while it fades. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

type QuestionProps = { question: Question | null; onConfirm: () => Promise<void>; onClose: () => void };

/** Specification 001 §4, to the letter. */
function QuestionDialog({ question, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('users-admin');
  const last = useLast(question);
  if (!last) return null;
  const words = {
    delete: { title: t('delete.ask'), confirmLabel: t('delete.confirm'), tone: 'error' },
    key: { title: t('key.ask'), confirmLabel: t('key.confirm'), tone: 'warning' },
    delete_all: { title: t('all.ask'), confirmLabel: t('all.confirm'), tone: 'error' },
  } as const;
  const text = {
    delete: () => t('delete.text', { name: nameOf(last), email: 'user' in last ? last.user.email : '' }),
    key: () => t('key.text', { name: nameOf(last) }),
    delete_all: () => t('all.text'),
  };
  return (
    <ConfirmDialog {...words[last.act]} opened={question !== null} onConfirm={onConfirm} onClose={onClose}>
      {text[last.act]()}
    </ConfirmDialog>
  );
}

const nameOf = (question: Question): string => ('user' in question ? question.user.name : '');

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
