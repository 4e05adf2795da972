import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Pronunciation } from '@belfry/schemas/speech/pronunciations';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../lib/translation.ts';

const SETTLE_MS = 400;

type LineProps = {
  spoken: string;
  /** The language of the voice, BCP 47. */
  language: string;
  name?: string;
};
/**
 * The words of a voice where they differ from the written text. Not a live region, because it changes while somebody
 * types.
 */
export function SpokenLine({ spoken, language, name }: LineProps) {
  const { t } = useTranslation('ui');
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {name === undefined ? t('spoken_as') : t('spoken_as_in', { language: name })}{' '}
      <span lang={language}>{spoken}</span>
    </Text>
  );
}

type Props = {
  text: string;
  /** The language of the text, for its pronunciations; BCP 47. */
  language: string;
  /** The language of the voice, BCP 47. */
  voiceLanguage: string;
  /** The voice reads figures itself, so that only pronunciations change the text. */
  readsFigures: boolean;
  pronunciations: readonly Pronunciation[];
};
/** A text as a voice says it: figures, money and abbreviations in words, and the pronunciations. Nothing where that is the text. */
export function SpokenAs({ text, language, voiceLanguage, readsFigures, pronunciations }: Props) {
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const rules = useRules();
  const dictionary = useMemo(() => rules?.createPronunciations(pronunciations), [rules, pronunciations]);
  if (!rules || !dictionary) return null;
  const kept = dictionary.namedIn(settled, language);
  const written = readsFigures ? rules.plainText(settled, kept) : rules.normalise(settled, voiceLanguage, kept);
  const spoken = dictionary.apply(written, language);
  return spoken === settled ? null : <SpokenLine spoken={spoken} language={voiceLanguage} />;
}

const loadRules = async () => {
  const [{ normalise }, { plainText }, { createPronunciations }] = await Promise.all([
    import('@belfry/schemas/speech/normalisation/normalise'),
    import('@belfry/schemas/speech/normalisation/plain-text'),
    import('@belfry/schemas/speech/pronunciations'),
  ]);
  return { normalise, plainText, createPronunciations };
};
type Rules = Awaited<ReturnType<typeof loadRules>>;

/** The rules of the languages, which only editors of texts load; null until then. */
function useRules(): Rules | null {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    let isGone = false;
    loadRules().then(
      (loaded) => !isGone && setRules(loaded),
      // Without them the line is missing, and nothing else.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return rules;
}
