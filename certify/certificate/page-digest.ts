import { createHash } from 'node:crypto';
import type { Certificate } from '../../core/certificate.ts';

/** The digest of a page, as its certificate records it. */
export const pageDigest = (page: string | Uint8Array): string => createHash('sha256').update(page).digest('hex');

/** The problems of the page in the folder of a certificate. */
export const pageProblems = ({ page }: Certificate, found: Uint8Array): string[] =>
  page === undefined || page.digest === pageDigest(found)
    ? []
    : ['certificate.html in its folder is not the page that was issued with it: ask the issuer for that page'];
