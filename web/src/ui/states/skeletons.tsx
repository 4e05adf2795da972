import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import classes from './skeletons.module.css';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

type Columns = { base: number; sm?: number; md?: number; lg?: number };
const COLUMNS: Columns = { base: 1, sm: 2, md: 3, lg: 4 };

function Loading() {
  const { t } = useTranslation('common');
  return <VisuallyHidden component="output">{t('loading')}</VisuallyHidden>;
}

type CardsProps = { count: number; height: number; cols?: Columns };

/** Placeholders for a grid of cards. */
export function CardSkeletons({ count, height, cols: { base, sm = base, md = sm, lg = md } = COLUMNS }: CardsProps) {
  return (
    <div
      className={classes.cards}
      style={{ '--base': base, '--sm': sm, '--md': md, '--lg': lg } as CSSProperties}
      aria-busy
    >
      <Loading />
      {times(count).map((index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </div>
  );
}

export function LineSkeletons({ count, height = 14 }: { count: number; height?: number }) {
  return (
    <Stack gap="xs" aria-busy>
      <Loading />
      {times(count).map((index) => (
        <Skeleton key={index} height={height} width={index === count - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}
