import { Button, Skeleton, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { useListen } from './use-listen.tsx';
import { usePreparedTexts } from './what-api.ts';
import { secondsOf, type WhatValue } from './what-value.ts';
import classes from './what.module.css';

type Props = { value: WhatValue; onChange: (value: WhatValue) => void; disabled?: boolean };

/** The first prepared texts, each chosen by one press and heard by another. */
export function PreparedTexts({ value, onChange, disabled = false }: Props) {
  const { t } = useTranslation('what');
  const { texts } = usePreparedTexts('');
  const { textButton } = useListen();
  if (!texts) return <Skeleton height={36} />;
  if (texts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('none')}{' '}
        <TextLink to="/library" underline="always">
          {t('prepare')}
        </TextLink>
      </Text>
    );
  return (
    <ul className={classes.prepared} aria-label={t('prepared')}>
      {texts.map((message) => {
        const isChosen = value.kind === 'message' && value.id === message.id;
        const seconds = secondsOf(message);
        return (
          <li key={message.id} className={classes.tile}>
            <Button
              variant="default"
              disabled={disabled}
              aria-pressed={isChosen}
              className={classes.choose ?? ''}
              onClick={() => onChange(isChosen ? { kind: 'text', text: '' } : { kind: 'message', id: message.id })}
            >
              {message.name}
            </Button>
            {textButton(message)}
            {seconds !== null && (
              <span className={`tabular ${classes.length}`}>{t('seconds', { count: seconds })}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
