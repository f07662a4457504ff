-- Creates the function. Replace DATASET and BUCKET. BigQuery reads the files when a query runs, so keep them in the bucket.
create or replace function `DATASET`.plinth_match(query string)
returns string
deterministic
language js
options (library = [{{libraries}}])
as r"""
return plinth.answer(query, [{{pieces}}], plinthStreets)
""";
