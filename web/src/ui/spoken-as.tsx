import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SETTLE_MS = 400;
type Normalise = (text: string, language: string) => string;

type Props = {
  text: string;
  /** That of the voice, BCP 47. */
  language: string;
  /** The name of the language where a text is spoken in several. */
  name?: string;
};

/**
 * What a voice says where that differs from what is written: figures, money and abbreviations in words. It is no live region, because
 * it changes while somebody types.
 */
export function SpokenAs({ text, language, name }: Props) {
  const { t } = useTranslation('ui');
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const normalise = useNormalise();
  const spoken = normalise?.(settled, language) ?? settled;
  if (spoken === settled) return null;
  return (
    <Text size="sm" c="dimmed">
      {name === undefined ? t('spoken_as') : t('spoken_as_in', { language: name })}{' '}
      <span lang={language}>{spoken}</span>
    </Text>
  );
}

/** The rules of the languages, which only editors of texts load; null until then. */
function useNormalise(): Normalise | null {
  const [normalise, setNormalise] = useState<Normalise | null>(null);
  useEffect(() => {
    let isGone = false;
    import('@belfry/schemas/speech/normalisation/normalise').then(
      (rules) => !isGone && setNormalise(() => rules.normalise),
      // Without them the line is missing, and nothing else.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return normalise;
}
