/**
 * What is written for the eye: emoji, arrows, bullets and the signs of Markdown, which engines would read by their names ("bell", "asterisk").
 * They are left out; an arrow and the end of an item or a heading are a pause.
 */

const PICTURE = String.raw`(?:[\u{1F1E6}-\u{1F1FF}]{2}|[\p{Extended_Pictographic}\u{2300}-\u{23FF}\u{2500}-\u{27BF}\u{2B00}-\u{2BFF}\u{1F000}-\u{1FAFF}])`;
/** Pictures in a row with the spaces around them, and with skin tones, joiners and flags. A key as `1️⃣` keeps its digit. */
const PICTURES = new RegExp(
  String.raw`[^\S\n]{0,8}(?:${PICTURE}[\u{1F3FB}-\u{1F3FF}\uFE0E\uFE0F\u200D\u20E3\u{E0020}-\u{E007F}]*[^\S\n]{0,8})+`,
  'gu',
);
const LEFT_MARKS = /\uFE0E|\uFE0F|\u20E3|[\u{1F3FB}-\u{1F3FF}]|[\u{E0020}-\u{E007F}]/gu;
const ARROWS =
  /[^\S\n]{0,8}(?:<?[-=]{1,3}>|<-{1,2}(?=[^\S\n])|[\u2190-\u21FF\u27F0-\u27FF\u2900-\u297F\u2B00-\u2B11\u2B30-\u2B4F➔➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯➱➲➳➴➵➶➷➸➹➺➻➼➽➾⏩⏪⏫⏬\u{1F800}-\u{1F8FF}]\uFE0F?)[^\S\n]{0,8}/gu;
/** `①` to `⑳`, `Ⅳ`, and digits of full width with the marks between them. */
const CIRCLED = /[①-⑳０-９Ⅰ-Ⅻ]|(?<=[０-９0-9])[：．，](?=[０-９0-9])/gu;
const SMILEYS = /(?:^|[^\S\n])(?:[:;=]-?[)(DPp]|<3)(?=\s|$|[.!?])/gmu;

/** Lines of which nothing is spoken: the fence of a program, a rule, and the line below the head of a table. */
const SILENT = /^(?:(?:`{3}|~{3}).*|[-*_=|:\s]{3,})$/u;
const ROW = /^\|.*\|$/u;
const QUOTED = /^(?:>\s?)+/u;
/** Begins a heading, an item of a list, or one of a list of tasks. */
const ITEM = /^(?:#{1,6}|[-+*•‣⁃◦▪●○■□◆►▶∙·–—])\s+(?:\[[ xX]\]\s+)?/u;
const LINKS = /!?\[([^[\]\n]{0,300})\]\([^()\s]{1,1000}(?:[^\S\n]+"[^"\n]{0,300}")?\)/gu;
const PAIRS = /(?<!\d)(\*{1,3}|~~|`{1,2})(?=[^\s*~`])([^\n*~`]{0,200}?[^\s*~`])\1/gu;
const UNDERSCORES = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^\n_]{0,200}?[^\s_])\1(?![\p{L}\p{N}_])/gu;
/** An asterisk is kept before a digit, as in the codes of phones, and between numbers. */
const LONE = /\\(?=[*_#`~>[\]-])|\*+(?![\d#*]|[^\S\n]\d)|(?<![\p{L}\p{N}#])#{1,6}(?=\p{L})/gu;
const ENDED = /[\p{P}…]$/u;

/** Words of a text that have a pronunciation of their own stay, signs and all. */
export function plainText(text: string, kept: readonly string[] = []): string {
  if (!NOTICED.test(text)) return text;
  const stays = kept.filter((word) => NOTICED.test(word));
  const leave = (sign: string, instead: string): string =>
    stays.some((word) => word.includes(sign.trim())) ? sign : instead;
  return withoutMarkdown(text.replaceAll(CIRCLED, (sign) => sign.normalize('NFKC')))
    .replaceAll(ARROWS, (sign, at: number, whole: string) => leave(sign, pauseAt(whole, at, at + sign.length)))
    .replaceAll(SMILEYS, '')
    .replaceAll(PICTURES, (signs, at: number, whole: string) => leave(signs, gapAt(whole, at, at + signs.length)))
    .replaceAll(LEFT_MARKS, (sign) => leave(sign, ''));
}

/** Any sign that is looked at here; most texts have none. */
const NOTICED =
  /\u20E3|\uFE0E|\uFE0F|[\u{E0020}-\u{E007F}]|[*_~`#|>\\[\u2190-\u2BFF\u{1F000}-\u{1FAFF}①-⑳０-９Ⅰ-Ⅻ：•‣⁃∙·▪]|\p{Extended_Pictographic}|^[^\S\n]*[-+–—]|[:;=]-?[)(DPp]|<3|<-|[-=]>/mu;

/** The space in the place of pictures: none at the ends of a line and before a mark. */
const gapAt = (whole: string, start: number, end: number): string =>
  /[\n]/.test(whole[start - 1] ?? '\n') || /[\n.,!?;:)]/.test(whole[end] ?? '\n') ? '' : ' ';

/** A comma, but not where a mark stands already or the line begins or ends. */
function pauseAt(whole: string, start: number, end: number): string {
  const [before, behind] = [whole[start - 1] ?? '\n', whole[end] ?? '\n'];
  if (before === '\n' || behind === '\n') return '';
  return ENDED.test(before) || /[.,;:!?]/.test(behind) ? ' ' : ', ';
}

const withoutMarkdown = (text: string): string =>
  text
    .split('\n')
    .map((line, index, lines) => spokenLine(line, (lines[index + 1] ?? '').trim() !== ''))
    .join('\n')
    .replaceAll(LINKS, '$1')
    .replaceAll(PAIRS, '$2')
    .replaceAll(UNDERSCORES, '$2')
    .replaceAll(LONE, '');

function spokenLine(line: string, isFollowed: boolean): string {
  if (!/\S/.test(line)) return line;
  const whole = line.trim();
  if (SILENT.test(whole)) return '';
  if (ROW.test(whole)) {
    const cells = whole.split('|').map((cell) => cell.trim());
    return ended(cells.filter((cell) => cell !== '').join(', '));
  }
  const text = whole.replace(QUOTED, '');
  const item = text.replace(ITEM, '');
  if (item !== text) return isFollowed ? ended(item) : item;
  return text === whole ? line : text;
}

/** With a full stop, where no mark ends it: two items of a list are two sentences. */
const ended = (line: string): string => {
  const tidy = line.trimEnd().replace(/[*_~`]+$/u, '');
  return tidy === '' || ENDED.test(tidy) ? line : `${line}.`;
};
