export function Logo() {
  return (
    <span class="logo">
      <svg class="logo__mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect class="logo__ground" width="32" height="32" rx="8" />
        <path d="M6 18c3.6 0 4.2-3.6 7-3.6s3.6 3.6 6.4 3.6C23 18 24 13.5 24 8" />
        <path d="M20.2 11.3 24 7.5l3.8 3.8" />
        <path class="logo__under" d="M6 24.8c3.6 0 4.2-2.6 7-2.6s3.6 2.6 6.4 2.6 3.2-1.6 6.6-1.6" />
      </svg>
      Uptide
    </span>
  );
}
