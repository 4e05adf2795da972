import { SCENARIO_ANSWERS, type ScenarioAnswer } from '@belfry/schemas/http/scenarios/runs';
import { ANSWER_CORRECTION_MINUTES, ANSWER_TEXT_MAX } from '@belfry/schemas/http/scenarios/answers';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTranslation } from '../../lib/translation.ts';
import { PublicPage } from '../../ui/public-page.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useReadAskedQuery, useSendAnswerMutation } from './scenarios-api.ts';

const COLOURS: Record<ScenarioAnswer, string> = { have_it: 'blue', safe: 'green', help: 'error' };

const isUsed = (error: unknown): boolean => isApiError(error) && error.code === 'conflict';

/** Where the link of a message leads: one press, without an account. The secret for corrections is in the memory of this page only. */
export function AnswerPage() {
  const { t } = useTranslation('scenarios');
  const errorText = useErrorMessage();
  const token = useLocation().hash.slice(1);
  const [text, setText] = useState('');
  const [given, setGiven] = useState<{ answer: ScenarioAnswer; correction: string }>();
  const asked = useReadAskedQuery(token, { skip: token === '' });
  const [send, { isLoading, error }] = useSendAnswerMutation();
  if (token === '') return <Navigate to="/login" replace />;
  const unread = given ? undefined : asked.error;
  const isOver = isUsed(error) || isUsed(unread);
  const failure = isOver ? undefined : (error ?? unread);
  const press = async (answer: ScenarioAnswer): Promise<void> => {
    const { data } = await send({ token, answer, text, ...(given && { correction: given.correction }) });
    if (data) setGiven({ answer, ...data });
  };
  return (
    <PublicPage
      tab={t('ask.title')}
      caption={isOver ? t('ask.title') : (asked.data?.title ?? t('ask.title'))}
      lead={isOver ? undefined : t('ask.lead')}
    >
      {isOver && <Notice>{t('ask.used')}</Notice>}
      {failure !== undefined && <Notice tone="error">{errorText(failure, t('failed'))}</Notice>}
      {given && !isOver && <Notice>{t('ask.done', { minutes: ANSWER_CORRECTION_MINUTES })}</Notice>}
      {asked.data && !isOver && (
        <Stack gap="sm">
          <TextInput
            label={t('ask.text')}
            maxLength={ANSWER_TEXT_MAX}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {SCENARIO_ANSWERS.map((answer) => (
            <Button
              key={answer}
              fullWidth
              size="lg"
              color={COLOURS[answer]}
              variant={given?.answer === answer ? 'filled' : 'default'}
              aria-pressed={given?.answer === answer}
              disabled={isLoading}
              onClick={() => void press(answer)}
            >
              {t(`answer.${answer}`)}
            </Button>
          ))}
        </Stack>
      )}
    </PublicPage>
  );
}
