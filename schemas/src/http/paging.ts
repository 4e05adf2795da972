import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../domain/limits.ts';

/** A further page would make Postgres skip more rows than any list has. */
const MAX_PAGE = 100_000;

const pageSchema = z.coerce.number().int().min(1).max(MAX_PAGE);
const pageSizeSchema = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE);

/** The query fields of a list that answers with one page. @param size the rows of a page where the query does not say */
export const pageFields = (size: number) => ({ page: pageSchema.default(1), page_size: pageSizeSchema.default(size) });

/** The query fields of a list that answers with all rows where the query has neither field. */
export const optionalPageFields = { page: pageSchema.optional(), page_size: pageSizeSchema.optional() };
