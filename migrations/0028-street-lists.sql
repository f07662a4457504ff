-- The real streets of places, from national or provincial files. Every node reads them with the dataset.

create table street_lists (
  source text collate "C" not null,
  province text collate "C" not null,
  place text collate "C" not null,
  streets integer not null,
  -- Of the list: other lists give other answers.
  digest text collate "C" not null,
  -- In the form of assets/streets.
  list text not null,
  primary key (source, province, place)
);
