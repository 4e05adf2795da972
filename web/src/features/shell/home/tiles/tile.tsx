import { Button, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, type Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../../../lib/translation.ts';
import { Link } from 'react-router';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import classes from './tiles.module.css';

/** The query of a tile; `error`: why `data` could not be loaded. */
type Asked<T> = { data?: T | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };

type Props<T> = {
  question: string;
  asked: Asked<T>;
  /** The sentence for a load failure. */
  failed: string;
  link: { to: string; label: string };
  children: (data: T) => ReactNode;
};

/** A question with its answer and a link to the list that it is from. While that cannot be loaded, the tile says so, with Retry. */
export function Tile<T>({ question, asked: { data, error, isFetching, refetch }, failed, link, children }: Props<T>) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <section className={classes.tile} aria-labelledby={id}>
      <Title order={3} className={classes.question} id={id}>
        {question}
      </Title>
      <div className={classes.answer}>
        {error !== undefined ? (
          <div role="alert">
            <Headline tone="error" icon={IconAlertTriangle}>
              {failed}
            </Headline>
            <Button size="compact-sm" variant="light" onClick={() => void refetch()} loading={isFetching}>
              {t('retry')}
            </Button>
          </div>
        ) : data === undefined ? (
          <LineSkeletons count={2} height={20} />
        ) : (
          children(data)
        )}
      </div>
      <Link to={link.to} className={classes.link}>
        <span className={classes.linkText}>{link.label}</span>
        <IconArrowRight size={16} aria-hidden />
      </Link>
    </section>
  );
}

type Tone = 'plain' | 'success' | 'warning' | 'error';
type HeadlineProps = { tone?: Tone; icon: Icon; children: ReactNode };

export const Headline = ({ tone = 'plain', icon: HeadlineIcon, children }: HeadlineProps) => (
  <p className={classes.headline} data-tone={tone}>
    <HeadlineIcon size={20} aria-hidden />
    <span>{children}</span>
  </p>
);

export const Lines = ({ lines }: { lines: readonly { key: string; text: string }[] }) => (
  <ul className={classes.lines}>
    {lines.map(({ key, text }) => (
      <Text key={key} component="li" size="sm" c="dimmed" truncate title={text}>
        {text}
      </Text>
    ))}
  </ul>
);

export const LINES_SHOWN = 2;
